"""Shows a finished Arena again, move by move, with what the table could believe meanwhile.

Each player's chart stacks, ply by ply, how likely the table could think each colour to be theirs,
from the public moves alone (game/minds/beliefs.py); the bright edge marks their true colour.
"""

from game.locales import say
from game.rules import arena as rules
from game.session import Session
from game.views import arena_words as words
from game.views import browser, settings
from game.views.markup import as_it_is, command, dialog_command
from game.views.pyramids import PALETTE

STEP_MS = 1000
"""How long a position is shown while the game plays by itself."""
HEIGHT = 100
"""Units of a chart's height; its width is one unit a ply."""


class Replay:
    """The commands, counts and charts of a game that is looked at, and which ply of it is shown."""

    def __init__(self, view, game):
        self.view = view
        self.session = Session(rules, game.params, game.deal)  # `game` itself stays at its end
        self.session.facts = game.facts
        self.session.moves = game.moves[: game.ply]
        self.session.states = game.states[: game.ply + 1]
        self.seat = 0  # whose chart is shown
        self.rows: list | None = None  # the beliefs by ply, seat and colour, once they are there
        self.run = None
        self.timer = None
        self.parts: dict = {}
        self.scrub = None
        self.end_watch = None  # what ends the watching of the slider
        self.turning = turning_ply(self.session)

    # Building

    def attach(self) -> None:
        """Put the commands, counts and charts in place of the hands and the game's commands."""
        browser.find(".table-foot").hidden = True
        last = len(self.session.moves)
        share = ""
        if browser.site_address() and isinstance(self.session.deal, int):
            share = command("share")
        seats = "".join(
            [
                dialog_command("believe", self.view.name(seat), f'data-seat="{seat}"')
                for seat in range(len(self.session.state.hands))
            ]
        )
        browser.add_after(
            browser.find(".seats"),
            f'<div class="tabs">{seats}</div><div class="beliefs"></div>'
            '<p class="beliefs-words" role="status"></p>',
            "analysis",
        )
        browser.add_after(
            browser.find(".table-foot"),
            '<ul class="counts"></ul>'
            f'<div class="scrub"><input type="range" min="0" max="{last}" value="0" '
            f'aria-label="{say("replay.scrub")}"></div>'
            f'<div class="line-bar table-foot"><div>{command("line-previous")}'
            f"{command('replay-play')}{command('line-next')}</div>"
            f"<div>{share}{command('replay-stop')}</div></div>",
            "replay",
        )
        for name in ("beliefs", "beliefs-words", "counts"):
            self.parts[name] = browser.Part(browser.find("." + name))
        self.parts["play"] = browser.Part(browser.find('[data-command="replay-play"]'))
        self.scrub = browser.find(".scrub input")
        self.end_watch = browser.watch_input(self.scrub, self.scrubbed)
        if self.rows is not None:
            return
        seen = rules.observe(self.session.states[-1], None)
        starter = self.session.states[0].turn
        self.run = self.view.thinker.run("beliefs", (seen, starter), self.believed)

    def believed(self, rows: list) -> None:
        """The beliefs are there: draw the charts."""
        self.run = None
        self.rows = rows
        self.draw_beliefs()

    def scrubbed(self) -> None:
        """The slider was moved."""
        self.go(int(self.scrub.value))

    def end(self) -> None:
        """The board that it was attached to leaves the page."""
        self.pause()
        if self.end_watch:
            self.end_watch()
        if self.run:
            self.run.cancel()
            self.run = None

    # Drawing

    def status(self) -> str:
        """Return the line under the title: the move that led here."""
        ply, last = self.session.ply, len(self.session.moves)
        parts = [say("replay.ply", ply=ply, last=last)]
        if ply:
            name = self.view.name(self.session.states[ply - 1].turn)
            parts.append(f"{name} {as_it_is(self.session.moves[ply - 1])}")
        if ply and ply == self.turning:
            parts.append(f"<b>{say('replay.turning')}</b>")
        return " · ".join([f"<span>{part}</span>" for part in parts])

    def draw(self) -> None:
        """Show the counts and the charts' mark at the present ply."""
        self.scrub.value = str(self.session.ply)
        self.view.table.parts["status"].html(self.status())
        leaders = leading(self.session, self.session.ply)
        items = []
        for score in rules.score(self.session.state):
            seat = owner(self.session, score.colour)
            name = self.view.name(seat) if seat is not None else say("arena.result.left_over")
            mark = ' class="leads"' if seat is not None and seat in leaders else ""
            picture = words.picture(score.colour, "token")
            items.append(f"<li{mark}>{picture}<b>{score.stacks}</b><span>{name}</span></li>")
        self.parts["counts"].html("".join(items))
        self.draw_beliefs()

    def draw_beliefs(self) -> None:
        """Show the chart of the chosen player, and in words what it says at this ply."""
        for button in browser.find_all("[data-command=believe]"):
            pressed = browser.data(button, "seat") == str(self.seat)
            button.setAttribute("aria-pressed", "true" if pressed else "false")
        if self.rows is None:
            return
        colours = self.session.state.colours
        target = self.session.state.targets[self.seat]
        truth = colours.index(target) if target else None
        rows = [row[self.seat] for row in self.rows]
        if self.parts["beliefs"].changes("chart", (self.seat,)):
            self.parts["beliefs"].element.innerHTML = chart(rows, colours, truth, self.turning)
        mark = browser.find(".beliefs .now")
        mark.setAttribute("x1", str(self.session.ply))
        mark.setAttribute("x2", str(self.session.ply))
        now = rows[self.session.ply]
        order = sorted([(-share, index) for index, share in enumerate(now)])
        likely = [
            say("replay.share", colour=words.colour_name(colours[i]), percent=round(-100 * share))
            for share, i in order[:2]
        ]
        text = say(
            "replay.beliefs",
            name=self.view.name(self.seat),
            likely=", ".join(likely),
            truth=words.colour_name(target) if target else say("arena.result.open"),
        )
        self.parts["beliefs-words"].html(text)

    # Moving

    def go(self, ply: int) -> None:
        """Show a ply."""
        before = self.session.state
        self.session.ply = max(0, min(ply, len(self.session.moves)))
        self.view.draw(before)

    def step(self) -> None:
        """Show the next ply while the game plays by itself."""
        self.timer = None
        self.go(self.session.ply + 1)
        if self.session.can_redo():
            self.timer = browser.after(round(STEP_MS * max(0.4, settings.pace())), self.step)
        else:
            self.pause()

    def play(self) -> None:
        """Let the game play by itself, from the start if it is at its end."""
        if not self.session.can_redo():
            self.go(0)
        self.parts["play"].set("aria-pressed", "true")
        self.timer = browser.after(0, self.step)

    def pause(self) -> None:
        """Stand still."""
        if self.timer is not None:
            browser.cancel(self.timer)
            self.timer = None
        if "play" in self.parts:
            self.parts["play"].set("aria-pressed", "false")

    def command(self, name: str, element) -> bool:
        """Carry out a command of the replay; return whether it was one."""
        if name == "replay-play":
            if self.timer is None:
                self.play()
            else:
                self.pause()
        elif name in ("line-previous", "line-next"):
            self.pause()
            self.go(self.session.ply + (1 if name == "line-next" else -1))
        elif name == "believe":
            self.seat = int(browser.data(element, "seat"))
            self.draw_beliefs()
        elif name == "replay-stop":
            self.view.table.look_away()
        else:
            return False
        return True

    def key(self, name: str) -> bool:
        """Step by the arrow keys, play by Space; return whether the key was used."""
        commands = {"ArrowLeft": "line-previous", "ArrowRight": "line-next", " ": "replay-play"}
        return name in commands and self.command(commands[name], None)


def owner(session, colour: str) -> int | None:
    """Return whose target a colour is, or None."""
    targets = session.state.targets
    return targets.index(colour) if colour in targets else None


def leading(session, ply: int) -> list[int]:
    """Return who would win if the game ended after so many moves."""
    state = session.states[ply]
    ended = rules.State(
        state.colours, state.stacks, state.hands, None, state.locked, state.targets, state.moves
    )
    result = rules.outcome(ended)
    return list(result.winners or ()) if result else []


def turning_ply(session) -> int:
    """Return after how many moves the winners led for good; 0 where they always did."""
    last = len(session.moves)
    winners = leading(session, last)
    ply = last
    while ply and leading(session, ply - 1) == winners:
        ply -= 1
    return ply


def chart(rows: list, colours: str, truth: int | None, turning: int) -> str:
    """Return a picture of the chances by ply, one band a colour; the true one has an edge."""
    last = max(1, len(rows) - 1)
    bands = []
    lower = [0.0] * len(rows)
    for index, colour in enumerate(colours):
        upper = [low + row[index] for low, row in zip(lower, rows)]
        top = [f"{ply},{HEIGHT * (1 - share):.1f}" for ply, share in enumerate(upper)]
        bottom = [f"{ply},{HEIGHT * (1 - share):.1f}" for ply, share in enumerate(lower)]
        bottom.reverse()
        edge = ' class="truth"' if index == truth else ""
        points = " ".join(top + bottom)
        bands.append(
            (index == truth, f'<polygon{edge} fill="{PALETTE[colour]}" points="{points}"/>')
        )
        lower = upper
    drawn = [band for is_truth, band in bands if not is_truth]
    drawn += [band for is_truth, band in bands if is_truth]
    flag = f'<line class="turning" x1="{turning}" x2="{turning}" y1="0" y2="{HEIGHT}"/>'
    return (
        f'<svg viewBox="0 0 {last} {HEIGHT}" preserveAspectRatio="none" aria-hidden="true">'
        f'{"".join(drawn)}{flag}<line class="now" x1="0" x2="0" y1="0" y2="{HEIGHT}"/></svg>'
    )
