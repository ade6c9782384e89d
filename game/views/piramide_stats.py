"""The statistics of La Piramide on the screen: numbers, a chart, and the file they come in."""

from game import statistics
from game.locales import say, say_count
from game.rules.fields import RecordError
from game.views import browser
from game.views.backup import statistics_in
from game.views.markup import dialog_command, dialog_html
from game.views.piramide_words import CLASSICA, parse_variant, variant_key, variant_name

FILE_NAME = "vanishing-pyramids-statistics.json"
BAR_PX, CHART_PX = 3, 64
"""The chart is drawn in these units and then as wide as the dialog."""


class StatsDialog:
    """The numbers of one variant at a time."""

    def __init__(self, view):
        self.view = view
        self.book = view.diary.book
        self.dialogs = view.table.dialogs
        session = view.table.session
        self.variant = variant_key(session.params if session else CLASSICA)
        self.question = False  # whether "really?" is asked

    def open(self, message: str = "") -> None:
        """Show the numbers."""
        kept = self.book.read()
        message = message or self.trouble()
        names = [key for key in kept.variants() if is_variant(key)]
        if self.variant not in names:
            names.append(self.variant)
        tabs = "".join(
            [
                dialog_command(
                    "variant",
                    variant_name(parse_variant(key)),
                    f'data-key="{key}" aria-pressed="{"true" if key == self.variant else "false"}"',
                )
                for key in names
            ]
        )
        inside = (
            f'<p class="also tabs">{tabs}</p>{numbers(kept.totals(self.variant))}'
            f"{chart([play for play in kept.plays if play.variant == self.variant])}"
            f'<details class="note"><summary>{say("stats.what")}</summary><p>'
            + say("stats.what.text").replace("\n", "</p><p>")
            + f'</p></details><p class="dialog-error" role="alert">{browser.escape(message)}</p>'
            f'<p class="also">{self.file_commands()}</p>'
        )
        close = dialog_command("close", say("command.close"), 'class="primary" autofocus')
        self.dialogs.open("stats", dialog_html(say("stats.title"), inside, close), self)

    def trouble(self) -> str:
        """Return what was wrong with the kept statistics, once."""
        reason, self.book.trouble = self.book.trouble, None
        return say("stats.damaged", reason=reason) if reason else ""

    def file_commands(self) -> str:
        """Return the commands for the file, for a reset and for its undoing."""
        if self.question:
            return (
                f"<span>{say('stats.reset.sure')}</span>"
                + dialog_command("reset-yes", say("stats.reset.yes"))
                + dialog_command("reset-no", say("command.cancel"))
            )
        commands = dialog_command("export-stats", say("stats.export"))
        commands += dialog_command("import-stats", say("stats.import"))
        commands += dialog_command("reset", say("stats.reset"))
        if self.book.aside:
            commands += dialog_command("stats-unread", say("stats.aside"))
        if self.book.can_bring_back():
            commands += dialog_command("stats-back", say("stats.back"))
        return commands

    def dialog_tap(self, name: str, element) -> None:
        """Show another variant, or do what was asked with the file."""
        self.question = name == "reset"
        if name == "close":
            self.dialogs.close()
        elif name == "variant":
            self.variant = browser.data(element, "key")
            self.open()
        elif name == "export-stats":
            browser.offer_file(FILE_NAME, statistics.format_statistics(self.book.read()))
        elif name == "stats-unread":
            browser.offer_file("statistics-damaged.txt", self.book.aside)
        elif name == "import-stats":
            browser.choose_file(self.import_text)
        elif name == "reset-yes":
            self.book.replace(statistics.Statistics())
            self.open(say("stats.reset.done"))
        elif name == "stats-back":
            done = self.book.bring_back()
            self.open(say("stats.back.done" if done else "stats.back.failed"))
        else:
            self.open()

    def import_text(self, text) -> None:
        """Take the statistics of a file, unless something is wrong with it."""
        try:
            kept = statistics.parse_statistics(statistics_in(str(text)), browser.read_json)
        except RecordError as error:
            self.open(say("stats.import.bad", reason=str(error)))
            return
        self.book.replace(kept)
        self.open(say("stats.import.done"))


def is_variant(key: str) -> bool:
    """Return whether a text names a way to play."""
    try:
        parse_variant(key)
    except ValueError:
        return False
    return True


def percent(part: int, whole: int) -> str:
    """Return a share of a count, such as "3 (25 %)"."""
    return say("stats.share", count=part, percent=round(100 * part / whole)) if whole else "0"


def numbers(totals) -> str:
    """Return the table of one variant's numbers."""
    best = "–"
    if totals.best_s is not None:
        best = f"{totals.best_s // 60}:{totals.best_s % 60:02d}"
    average = f"{totals.moves / totals.won:.1f}" if totals.won else "–"
    winnable = say("stats.of", part=totals.won, whole=totals.winnable)
    rows = (
        ("played", str(totals.played)),
        ("won", percent(totals.won, totals.played)),
        ("winnable", winnable),
        ("clean", percent(totals.clean, totals.played)),
        ("no_undo", percent(totals.no_undo, totals.played)),
        ("streak", str(totals.streak)),
        ("longest", str(totals.longest)),
        ("best", best),
        ("average", average),
        ("unknown", str(totals.unknown)),
    )
    cells = [
        f'<div data-stat="{key}"><dt>{say("stats." + key)}</dt><dd>{value}</dd></div>'
        for key, value in rows
    ]
    return f'<dl class="stats">{"".join(cells)}</dl>'


def chart(plays: list) -> str:
    """Return a bar for each game, the latest at the right: won up, others down by cards left."""
    if not plays:
        return f'<p class="note">{say("stats.chart.empty")}</p>'
    bars = []
    half = CHART_PX / 2
    first = statistics.KEPT - len(plays)
    for index, play in enumerate(plays):
        left = (first + index) * BAR_PX
        if play.end == "won":
            kind = "clean" if statistics.is_clean(play) else "won"
            bars.append(f'<rect class="{kind}" x="{left}" y="2" width="2" height="{half - 3}"/>')
        else:
            height = max(2, round((half - 3) * play.cards_left / 28))
            bars.append(
                f'<rect class="lost" x="{left}" y="{half + 1}" width="2" height="{height}"/>'
            )
    won = len([play for play in plays if play.end == "won"])
    label = say_count("stats.chart", len(plays), won=won)
    width = statistics.KEPT * BAR_PX
    return (
        f'<figure class="chart"><svg viewBox="0 0 {width} {CHART_PX}" role="img" '
        f'aria-label="{label}" preserveAspectRatio="none">'
        f'<line x1="0" x2="{width}" y1="{half}" y2="{half}"/>{"".join(bars)}</svg>'
        f"<figcaption>{label} {say('stats.chart.note')}</figcaption></figure>"
    )
