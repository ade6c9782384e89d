"""The daily deal of La Piramide: one for everyone, a calendar of past days, a result to share."""

from game import statistics
from game.addresses import daily_address
from game.locales import say, say_count
from game.views import browser
from game.views.markup import dialog_command, dialog_html
from game.views.piramide_search import Search
from game.views.piramide_words import CLASSICA
from game.views.share import ShareDialog

FIRST_MONTH = "202001"
"""The calendar goes back no farther."""


class DailyDialog:
    """A month of daily deals; each day up to today can be played, and whatever was played already.

    Days are dates of the calendar, not moments: whoever travels west has played tomorrow's deal.
    """

    def __init__(self, view):
        self.view = view
        self.book = view.diary.book
        self.dialogs = view.table.dialogs
        self.today = browser.today()
        self.month = self.today[:6]
        self.timer = None

    def woke(self) -> None:
        """Look at the clock, now and every minute: another day may have begun."""
        if browser.today() != self.today:
            self.follow()
        self.dialog_shut()
        self.timer = browser.at_next_minute(self.woke)

    def dialog_shut(self) -> None:
        """The calendar is closed: the clock is of no interest any more."""
        if self.timer is not None:
            browser.cancel(self.timer)
        self.timer = None

    def follow(self) -> None:
        """Show what the day, or another tab, has changed; the keyboard stays where it is."""
        has_keyboard = browser.data(browser.focused(), "date")
        before, self.today = self.today, browser.today()
        if self.month == before[:6]:
            self.month = self.today[:6]
        self.open()
        button = browser.find(f'#dialog .calendar [data-date="{has_keyboard}"]:enabled')
        if button and has_keyboard != before:
            browser.focus(button)

    def open(self) -> None:
        """Show the month, and follow the clock while it is shown."""
        if self.timer is None:
            self.timer = browser.at_next_minute(self.woke)
        kept = self.book.read()
        days = []
        year, month = int(self.month[:4]), int(self.month[4:])
        first = int(say("language.week")) - 1
        days.append(
            '<span class="pad"></span>' * ((statistics.weekday(year, month, 1) - first) % 7)
        )
        for day in range(1, statistics.days_in(year, month) + 1):
            days.append(self.day(kept, f"{self.month}{day:02d}"))
        weekdays = browser.weekday_names()
        names = "".join(
            [
                f'<b aria-hidden="true">{browser.escape(weekdays[(first + i) % 7])}</b>'
                for i in range(7)
            ]
        )
        before = "disabled" if self.month <= FIRST_MONTH else ""
        last = max([self.today] + list(kept.daily))
        after = "disabled" if self.month >= last[:6] else ""
        title = browser.escape(browser.month_title(self.month))
        won = [date for date in kept.daily if kept.daily[date].end == "won"]
        inside = (
            f'<div class="month"><button type="button" data-command="month-before" {before} '
            f'aria-label="{say("daily.before")}">‹</button><h3>{title}</h3>'
            f'<button type="button" data-command="month-after" {after} '
            f'aria-label="{say("daily.after")}">›</button></div>'
            f'<div class="calendar">{names}{"".join(days)}</div>'
            f'<p class="note">{say_count("daily.won", len(won))} {say("daily.note")}</p>'
        )
        commands = dialog_command("close", say("command.close"))
        today = kept.daily.get(self.today)
        if today and today.end:
            commands += dialog_command("share", say("command.share"), f'data-date="{self.today}"')
        play = say("daily.play")
        commands += dialog_command(
            "day", play, f'class="primary" autofocus data-date="{self.today}"'
        )
        self.dialogs.open("daily", dialog_html(say("daily.title"), inside, commands), self)

    def day(self, kept, date: str) -> str:
        """Return the button of one day, which tells what became of its deal."""
        daily = kept.daily.get(date)
        end = (daily.end if daily else "") or "open"
        if date > self.today and not daily:
            end = "future"
        mark = {"won": "★", "lost": "·", "left": "·"}.get(end, "")
        label = say("daily.label", date=browser.day_name(date), end=say("daily.end." + end))
        extra = "disabled" if end == "future" else ""
        if date == self.today:
            extra += ' aria-current="date"'
        return (
            f'<button type="button" data-command="day" data-date="{date}" data-end="{end}" {extra} '
            f'aria-label="{label}">{int(date[6:])}<i>{mark}</i></button>'
        )

    def dialog_tap(self, name: str, element) -> None:
        """Play a day, share its result, or show another month."""
        if name == "day":
            date = browser.data(element, "date")
            self.dialogs.close(lambda: self.open_date(date))
        elif name == "share":
            self.share(browser.data(element, "date"))
        elif name == "month-before":
            self.month = statistics.month_before(self.month)
            self.open()
        elif name == "month-after":
            self.month = statistics.month_after(self.month)
            self.open()
        else:
            self.dialogs.close()

    # Playing a day

    def open_date(self, date: str) -> None:
        """Put the deal of a date on the table; it is looked for where it is not known yet."""
        table = self.view.table
        if not statistics.is_date(date):
            table.app.show_home()
            table.say(say("daily.bad", date=date[:20]), important=True)
            return
        daily = self.book.read().daily.get(date)
        today = browser.today()
        if date > today and not daily:
            table.app.show_home()
            soon = "tomorrow" if date == statistics.day_after(today) else "future"
            table.say(say("daily." + soon, date=written(date)), important=True)
            return
        if table.session and table.app.table is not table:
            table.app.show_game(table)
        elif table.app.table is not table:
            table.app.show_home()
        if daily:
            self.play(date, daily.deal)
        else:
            search = Search(self.view, say("search.daily", date=written(date)))
            search.start("daily", (date,), lambda deal: self.found(date, deal))

    def found(self, date: str, deal: int) -> None:
        """The first winnable deal of the date is known now."""
        kept = self.book.read()
        if date not in kept.daily:
            kept.daily[date] = statistics.Daily(deal, "", 0, 0, 0, 0, 0)
            self.book.write()
        self.play(date, deal)

    def play(self, date: str, deal: int) -> None:
        """Put the deal on the table, unless it lies there already."""
        table = self.view.table
        session = table.session
        if session and session.params == CLASSICA and session.deal == deal:
            table.app.show_game(table)
        else:
            table.begin(CLASSICA, deal, {"winnable": True})

    # Sharing

    def share(self, date: str | None) -> None:
        """Share what became of a day's deal; it tells nothing about the deal itself."""
        daily = self.book.read().daily.get(date) if date else None
        if not daily or not daily.end:
            return
        text = result_text(date, daily)

        def done(how):
            if how == "copied" and not self.dialogs.name:
                self.view.table.say(say("share.result.copied"))
            elif how != "shared":  # then copying is offered
                ShareDialog(self.dialogs, "result", text).open(how)

        browser.share(text, done)


def written(date: str) -> str:
    """Return a date as people write it everywhere: 2026-01-05."""
    return f"{date[:4]}-{date[4:6]}-{date[6:]}"


def result_text(date: str, daily) -> str:
    """Return a result that spoils nothing: date, end, moves, help used, and the link."""
    if daily.end == "won":
        end = say_count("share.won", daily.moves)
    else:
        end = say_count("share.lost", daily.cards_left)
    used = "all" if daily.oracle else "hints" if daily.hints else "none"
    lines = [say("share.title", date=written(date)), end + " " + say("share.help." + used)]
    if browser.site_address():
        lines.append(browser.site_address() + daily_address(date))
    return "\n".join(lines)
