"""The Arena on the screen: the stacks, everybody's hands, secret looks, the result.

The view offers what the rules say is legal and draws what the player to move may know; a target is
in the page only while a button is held.
"""

from game.locales import say, say_count
from game.rules import arena as rules
from game.rules.chance import MAX_DEAL
from game.session import PERSON
from game.views import arena_seats as seats
from game.views import arena_words as words
from game.views import browser, settings, sound
from game.views.arena_bots import Bots
from game.views.arena_canvas import ArenaCanvas, find_motion
from game.views.arena_new import NewDialog
from game.views.arena_replay import Replay
from game.views.markup import AS_IT_IS, dialog_command, dialog_html

PICTURES = [
    words.picture_path(colour, kind) for colour in rules.COLOURS for kind in ("mover", "token")
]
INSPECT_KEY, LOG_KEY, PEEK_KEY, HINT_KEY = "i", "l", "p", "h"
LISTED = ("stacks", "play", "pieces", "inspect", "peek", "log")
"""The Arena's own keys (game/views/keys.py has the others)."""
LESSON_LISTED = ("stacks", "play", "pieces", "peek")
ARROWS = {"ArrowLeft": (-1, 0), "ArrowRight": (1, 0), "ArrowUp": (0, -1), "ArrowDown": (0, 1)}
STACK_MARKS = ("locked", "forbidden", "cancels", "last", "winning", "hinted", "pending")
"""What a stack's button may be, as the classes that arena.css knows."""
WIDE = "(min-width: 1100px) and (min-height: 561px)"
"""Where the log has a place of its own beside the board."""


def look_words(key: str) -> str:
    """Return the words of a button that shows a secret: it is held, or pressed (a setting)."""
    return say(key + ".press") if settings.values["look"] == "press" else say(key)


TOOLS = {
    "inspect": lambda: say("arena.inspect"),
    "log": lambda: say("arena.log"),
    "peek": lambda: look_words("arena.peek"),
}
"""What says in words what a button with a picture does."""


def small_command(name: str, path: str, extra: str = "") -> str:
    """Return a command's button with a picture only; its label is for screen readers."""
    return (
        f'<button type="button" class="tool" data-command="{name}" {extra} '
        f'aria-label="{TOOLS[name]()}" title="{TOOLS[name]()}">'
        f'<svg viewBox="0 0 24 24" aria-hidden="true"><path d="{path}"/></svg></button>'
    )


HOLD = 'data-hold aria-pressed="false"'
"""Marks a button that acts while it is held, or from one press to the next (a setting)."""
PEEK_PATH = "M2 12c5-8 15-8 20 0-5 8-15 8-20 0zM12 9a3 3 0 1 1 0 6 3 3 0 0 1 0-6"
INSPECT_PATH = "M12 3 3 8l9 5 9-5zM3 12l9 5 9-5M3 16l9 5 9-5"
LOG_PATH = "M8 6h12M8 12h12M8 18h12M4 6h.01M4 12h.01M4 18h.01"


class ArenaView:
    """The board of the Arena for a `Table`."""

    commands = ("hint",)

    def __init__(self, table):
        self.table = table
        self.thinker = table.app.thinker
        self.bots = Bots(self)
        self.selected: str | None = None  # colour of the hand piece that was tapped
        self.dragged: str | None = None  # colour of the hand piece under a finger
        self.pending: str | None = None  # the stack that waits for a second tap (a setting)
        self.hinted: str | None = None  # the move that a hint lets glow, as text
        self.inspecting = False  # the next tap on a stack looks into it
        self.cursor = 0  # index of the stack that Tab reaches
        self.canvas: ArenaCanvas | None = None
        self.watches: list = []  # what ends the watching of the board
        self.stacks: list = []
        self.parts: dict = {}
        self.hands: list = []
        self.seats: list = []
        self.handover_seat: int | None = None
        self.replay = None  # the commands of a game that is only looked at
        self.awake = False  # whether the screen is kept from going dark

    @property
    def session(self):
        """The game on the table, or as much of one that is looked at as is shown."""
        return self.replay.session if self.replay else self.table.session

    def names(self, session) -> list[str]:
        """Return the players' names for a link, which does not tell who is a bot.

        So a nameless bot has the name that is shown; that of a nameless person is "".
        """
        names = list(session.facts.get("names", [])) + [""] * len(session.state.hands)
        for seat in range(len(session.state.hands)):
            if seats.kind(session, seat) != PERSON:
                names[seat] = words.player_name(session, seat)
        return names[: len(session.state.hands)]

    def name(self, seat: int) -> str:
        """Return a player's name as HTML."""
        return words.name_html(self.session, seat)

    def greeting(self) -> str:
        """Return where the one person finds the secret colour; several are asked to look."""
        return look_words("arena.greeting") if len(seats.people(self.session)) == 1 else ""

    # Building

    def board_html(self) -> str:
        """Return the board: hands of all, the field with a button for each stack, the tray."""
        state = self.session.state
        columns = len(state.colours)
        seats = "".join(
            [f'<li class="seat" data-player="{seat + 1}"></li>' for seat in range(len(state.hands))]
        )
        stacks = "".join(
            [
                f'<button type="button" class="stack" data-stack="{name}" data-long-press>'
                f"<small {AS_IT_IS}>{name}</small></button>"
                for name in rules.stack_names(columns)
            ]
        )
        hands = "".join(
            [
                f'<button type="button" class="hand" data-hand="{colour}">'
                f"{words.picture(colour)}</button>"
                for colour in state.colours
            ]
        )
        return (
            f'<section class="seats" aria-label="{say("arena.hands")}"><ol>{seats}</ol>'
            f'<div class="tools">{small_command("inspect", INSPECT_PATH)}'
            f"{small_command('log', LOG_PATH)}</div></section>"
            f'<section class="arena" aria-label="{say("arena.board")}" style="--columns:{columns}">'
            f'<div class="field">{stacks}<canvas class="pieces" aria-hidden="true"></canvas></div>'
            '<div class="secret" role="status"></div></section>'
            f'<section class="tray" aria-label="{say("arena.tray")}">'
            f'<p class="tray-name"></p><div class="tray-pieces">{hands}'
            f"{small_command('peek', PEEK_PATH, HOLD)}</div>"
            '<div class="tray-end" hidden></div></section>'
            f'<aside class="log"><h2>{say("arena.log")}</h2><div class="log-moves"></div></aside>'
            '<section class="handover" hidden></section>'
        )

    def attach(self) -> None:
        """Find the board's elements, bring the pieces' pictures, watch the field's size."""
        self.rest()
        self.selected = self.dragged = self.pending = self.hinted = None
        self.inspecting = False
        self.cursor = 0
        self.handover_seat = None
        for name in ("tray", "tray-name", "tray-pieces", "tray-end", "log-moves", "secret"):
            self.parts[name] = browser.Part(browser.find("." + name))
        for name in ("seats", "arena", "log", "handover"):
            self.parts[name] = browser.Part(browser.find("." + name))
        for name in ("inspect", "peek"):
            self.parts[name] = browser.Part(browser.find(f'.tool[data-command="{name}"]'))
        self.stacks = [browser.Part(element) for element in browser.find_all("[data-stack]")]
        for index, part in enumerate(self.stacks):
            part.style("--turn", str(index))
        self.hands = [browser.Part(element) for element in browser.find_all(".tray .hand")]
        self.seats = [browser.Part(element) for element in browser.find_all(".seat")]
        browser.bring_pictures(PICTURES)
        field = browser.find(".field")
        canvas = ArenaCanvas(field, len(self.session.state.colours))
        self.canvas = canvas
        sharpness = f"(resolution: {browser.pixel_ratio()}dppx)"
        self.watches = [
            browser.watch_size(field, lambda: self.resized(canvas)),
            browser.watch_media(sharpness, lambda: self.resized(canvas)),
            browser.watch_restored(canvas.canvas, canvas.restore),
        ]
        if self.table.guest and not self.table.lesson:
            self.replay = self.replay or Replay(self, self.table.guest)
            self.replay.attach()

    def resized(self, canvas: ArenaCanvas) -> None:
        """Fit the canvas to a field of a new size and draw; there may be room for the log now."""
        if canvas is self.canvas and canvas.fit():
            canvas.redraw()
            self.draw_log()

    def seen(self, visible: bool) -> None:
        """The page was hidden, or is seen again: a phone may have dropped the canvas meanwhile."""
        if visible and self.canvas:
            self.canvas.restore()

    def keep_awake(self, running: bool) -> None:
        """Keep the screen from going dark while several people share a running game."""
        wish = running and len(seats.people(self.session)) > 1
        if wish != self.awake:
            self.awake = wish
            browser.stay_awake(wish)

    def leave(self) -> None:
        """Another screen is shown: nothing may move or stay visible here."""
        self.keep_awake(False)
        self.release()
        self.bots.rest()
        self.rest()
        self.replay = None

    def rest(self) -> None:
        """The board leaves the page: nothing draws on it any more."""
        if self.replay:
            self.replay.end()
        if self.canvas:
            self.canvas.finish()
        self.canvas = None
        for end in self.watches:
            end()
        self.watches = []

    # Drawing

    def status(self) -> str:
        """Return the line under the title: whose turn it is and how many turns are left."""
        state = self.session.state
        if self.replay:
            return self.replay.status()
        if self.is_handover():
            return say("arena.status.handover")
        if state.turn is None:
            key = "revealed" if self.session.facts.get("revealed") else "over"
            return say("arena.status." + key)
        left = sum([len(hand) for hand in state.hands])
        text = say_count("arena.status", left, name=f"<b>{self.name(state.turn)}</b>")
        return text + (f" · <span>{self.bots.note}</span>" if self.bots.note else "")

    def draw(self, before) -> None:
        """Show the position; `before` is the one shown last, or None."""
        state = self.session.state
        self.keep_awake(state.turn is not None and not self.table.guest)
        seen = rules.observe(state, state.turn)
        self.draw_handover()
        if state is not before:
            self.release()
            self.selected = self.pending = self.hinted = None
        if not self.replay:  # it stands in their place
            self.draw_seats(seen)
            self.draw_tray(seen)
        self.mark_stacks(seen)
        if not self.is_handover():
            motion = find_motion(before, state, self.played_on)
            if before and (before.turn is None) != (state.turn is None):
                self.canvas.fit()  # the tray has another height at the end
            self.canvas.show(seen.stacks, self.locked_index(seen), motion)
            self.draw_log()
        if self.replay:
            self.replay.draw()
        else:
            self.bots.wake()

    def sound(self, before, after) -> str:
        """Return what a move sounds like."""
        cancels = len("".join(after.stacks)) < len("".join(before.stacks))
        return "cancel" if cancels else "place"

    def draw_log(self) -> None:
        """Show the moves beside the board where there is room."""
        if browser.media(WIDE):
            self.parts["log-moves"].html(words.log_html(self.session))

    def played_on(self, state) -> int:
        """Return the index of the stack that a position's last move was played on."""
        return rules.stack_names(len(state.colours)).index(state.moves[-1].stack)

    def locked_index(self, seen) -> int | None:
        """Return the index of the stack that may not be played on now."""
        if seen.locked is None or seen.turn is None:
            return None
        return rules.stack_names(len(seen.colours)).index(seen.locked)

    def draw_seats(self, seen) -> None:
        """Show every player's name and open hand; that of the player to move lies in the tray."""
        for seat, part in enumerate(self.seats):
            hand = seen.hands[seat]
            turn = seat == seen.turn
            revealed = self.session.facts.get("revealed") and seen.targets[seat]
            if not part.changes("seat", (hand, turn, revealed)):
                continue
            part.mark("turn", turn)
            part.set("aria-current", "true" if turn else None)
            pieces = say("arena.to_move") if turn else ""
            if revealed:
                pieces = words.picture(revealed, "token") + words.colour_name(revealed)
            elif not turn:
                for colour in seen.colours:
                    count = hand.count(colour)
                    label = say("arena.hand", colour=words.colour_name(colour), count=count)
                    kind = "chip" if count else "chip none"
                    pieces += (
                        f'<button type="button" class="{kind}" data-hand="{colour}" '
                        f'data-player="{seat + 1}" disabled aria-label="{label}">'
                        f"{words.picture(colour, 'token')}{count}</button>"
                    )
            left = f'<span class="seat-left">{len(hand)}</span>'
            part.html(
                f'<span class="seat-name">{self.name(seat)}</span>'
                f'<span class="seat-hand">{pieces}</span>{left}'
            )

    def draw_tray(self, seen) -> None:
        """Show the hand of the player to move, or what can be done at the end."""
        over = seen.turn is None
        self.parts["tray-pieces"].set("hidden", "" if over else None)
        self.parts["tray-end"].set("hidden", None if over else "")
        if over:
            revealed = self.session.facts.get("revealed")
            name, key = ("result", "arena.result") if revealed else ("reveal", "arena.reveal")
            self.parts["tray-name"].html(say("arena.end.revealed" if revealed else "arena.end"))
            button = dialog_command(name, say(key), 'class="primary"')
            self.parts["tray-end"].html(button)
            for part in self.hands:
                part.set("disabled", "")
            return
        self.parts["tray-end"].html("")
        name = self.name(seen.turn)
        is_bot = seats.is_bot_turn(self.session)
        self.parts["tray-name"].html(say("arena.tray." + ("bot" if is_bot else "of"), name=name))
        self.parts["peek"].set("disabled", "" if seats.peeker(self.session) is None else None)
        self.parts["peek"].set("aria-disabled", "true" if self.is_shut() else None)
        hand = seen.hands[seen.turn]
        for colour, part in zip(seen.colours, self.hands):
            count = hand.count(colour)
            part.set("data-player", str(seen.turn + 1))
            part.set("data-count", str(count))
            free = bool(count) and not is_bot
            part.set("disabled", None if free else "")
            part.set("data-drag", "" if free else None)
            part.set("aria-pressed", "true" if colour == self.selected else "false")
            label = say("arena.hand", colour=words.colour_name(colour), count=count)
            part.set("aria-label", label)

    def mark_stacks(self, seen) -> None:
        """Show on each stack's button what is on it and what may be done with it."""
        names = rules.stack_names(len(seen.colours))
        chosen = self.dragged or self.selected
        legal = []
        if chosen:
            legal = [m.stack for m in rules.legal_moves(seen) if m.colour == chosen]
        last = seen.moves[-1].stack if seen.moves else None
        winning = self.winning_colours(seen)
        hinted = rules.parse_move(self.hinted).stack if self.hinted else None
        for index, part in enumerate(self.stacks):
            name, stack = names[index], seen.stacks[index]
            locked = name == seen.locked and seen.turn is not None
            forbidden = locked or (bool(chosen) and name not in legal)
            cancels = name in legal and stack[-1] == chosen
            marks = (locked, forbidden, cancels, name == last)
            marks += (stack[-1] in winning, name == hinted, name == self.pending)
            if part.changes("stack", (stack, marks)):
                mark_stack(part, name, stack, marks)
            part.set("tabindex", "0" if index == self.cursor else "-1")
        if chosen:
            ghost = browser.picture_address(words.picture_path(chosen, "mover"))
            self.parts["arena"].style("--ghost", f'url("{ghost}")')
        self.parts["arena"].mark("choosing", bool(chosen))
        self.parts["arena"].mark("inspecting", self.inspecting)
        self.parts["inspect"].set("aria-pressed", "true" if self.inspecting else "false")

    def winning_colours(self, seen) -> list[str]:
        """Return the winners' colours once they are shown: their stacks light up in a wave."""
        result = rules.outcome(seen)
        if not self.session.facts.get("revealed") or not result or not result.winners:
            return []
        return [seen.targets[seat] for seat in result.winners]

    # Secret looks

    def is_handover(self) -> bool:
        """Return whether some players have not had their first look at their target."""
        return seats.looking(self.session) is not None

    def draw_handover(self) -> None:
        """Ask for the next player who has not looked yet, in place of the table."""
        handover = self.is_handover()
        browser.body.set("data-handover", "true" if handover else None)
        self.parts["handover"].set("hidden", None if handover else "")
        for name in ("seats", "arena", "tray", "log"):
            covered = handover or (self.replay and name in ("seats", "tray"))
            self.parts[name].set("hidden", "" if covered else None)
        if not handover:
            self.handover_seat = None
            self.parts["handover"].html("")
            self.parts["secret"] = browser.Part(browser.find(".arena .secret"))
            return
        state = self.session.state
        seat = seats.looking(self.session)
        if seat == self.handover_seat:
            return
        self.handover_seat = seat
        is_last = seat == seats.lookers(self.session)[-1]
        self.parts["handover"].html(
            f"<h2>{say('arena.handover.pass', name=self.name(seat))}</h2>"
            f"<p>{say('arena.handover.text')}</p>"
            '<div class="secret" role="status"></div>'
            f'<button type="button" class="look primary" data-command="look" {HOLD}>'
            f"{look_words('arena.handover.look')}</button>"
            + dialog_command(
                "looked", say("arena.handover." + ("begin" if is_last else "next")), "data-once"
            )
            + f"<p class='handover-note'>{words.missing_text(state)}</p>"
        )
        self.parts["secret"] = browser.Part(browser.find(".handover .secret"))

    def is_shut(self) -> bool:
        """Return whether no target is shown until somebody moves; a lesson keeps no secret."""
        return not self.table.lesson and seats.is_shut(self.session)

    def press(self, element) -> None:
        """Show a target while a button is held, of the one who is looking or may look again."""
        if self.table.follow_other_tab():  # there it may be another's turn
            return
        state = self.session.state
        looking = browser.data(element, "command") == "look"
        seat = self.handover_seat if looking else seats.peeker(self.session)
        if seat is None or state.turn is None:
            return
        if self.is_shut():
            self.table.say(say("arena.shut"))
            return
        target = rules.observe(state, seat).targets[seat]
        if target is None:
            self.table.say(say("arena.no_target"))
            return
        text = say("arena.target", name=self.name(seat), colour=words.colour_name(target))
        if len(seats.people(self.session)) > 1:
            text += f"<br><small>{say('arena.target.only', name=self.name(seat))}</small>"
        self.parts["secret"].html(f"{words.picture(target, 'token')}<p>{text}</p>")
        browser.set_pressed(element, True)

    def release(self) -> None:
        """Hide the target."""
        if "secret" in self.parts:
            self.parts["secret"].html("")
            for button in browser.find_all("[data-hold][aria-pressed=true]"):
                browser.set_pressed(button, False)

    # Touching

    def tap(self, element) -> None:
        """Choose a piece of the hand, or play it on a stack."""
        colour, stack = browser.data(element, "hand"), browser.data(element, "stack")
        if stack:
            self.cursor = rules.stack_names(len(self.session.state.colours)).index(stack)
            self.tap_stack(stack)
        elif colour:
            self.select(None if colour == self.selected else colour)

    def tap_stack(self, stack: str) -> None:
        """Play the chosen piece on a stack, look into it, or say what to do first."""
        state = self.session.state
        if self.inspecting or self.replay:
            self.inspect(stack)
        elif seats.is_bot_turn(self.session):
            self.say_bot_plays()
        elif self.selected:
            self.play(self.selected, stack)
        elif state.turn is not None:
            self.mark_stacks(rules.observe(state, state.turn))
            self.table.say(say("arena.choose"))
        else:
            self.inspect(stack)

    def play(self, colour: str, stack: str) -> None:
        """Play a piece; where moves are to be confirmed, a legal one waits for a second tap."""
        state = self.session.state
        move = rules.Move(colour, stack)
        sure = settings.values["confirm"] == "off" or stack == self.pending
        if sure or move not in rules.legal_moves(state):
            self.table.play(rules.format_move(move))
            return
        self.selected, self.pending = colour, stack
        seen = rules.observe(state, state.turn)
        self.draw_tray(seen)
        self.mark_stacks(seen)
        self.table.say(
            say("arena.confirm", colour=words.capital(words.colour_name(colour)), stack=stack)
        )

    def select(self, colour: str | None) -> None:
        """Choose a colour of the hand, or none, and mark where it may go."""
        self.bots.end_hint()
        self.selected, self.pending, self.hinted = colour, None, None
        self.inspecting = False
        state = self.session.state
        seen = rules.observe(state, state.turn)
        self.table.app.message.clear()
        self.draw_tray(seen)
        self.mark_stacks(seen)

    def drag(self, element) -> None:
        """A piece leaves the hand under a finger: mark where it may go."""
        self.mark_dragged(browser.data(element, "hand"))

    def mark_dragged(self, colour: str | None) -> None:
        """Mark where the piece under a finger may go; without one, that which is chosen."""
        self.dragged = colour
        state = self.session.state
        self.mark_stacks(rules.observe(state, state.turn))

    def drop(self, element, target) -> None:
        """A piece is let go over a stack, or elsewhere."""
        colour, stack = self.dragged, browser.data(target, "stack") if target else None
        self.mark_dragged(None)
        if colour and stack:
            self.select(colour)
            self.play(colour, stack)

    def put_back(self, element) -> None:
        """A piece that was dragged is in the hand again."""
        self.mark_dragged(None)

    def long_press(self, element) -> None:
        """Look into a stack."""
        stack = browser.data(element, "stack")
        if stack:
            self.inspect(stack)

    def key(self, name: str, element) -> bool:
        """Move among the stacks, choose a piece by number, look into a stack."""
        stack = browser.data(element, "stack") if element else None
        state = self.session.state
        if self.is_handover():
            return False
        if self.replay and not (stack and (name in ARROWS or name in ("Escape", INSPECT_KEY))):
            return not (element and name == " ") and self.replay.key(name)
        if name == "Escape" and (self.selected or self.inspecting):
            self.select(None)
        elif name == INSPECT_KEY:
            if stack:
                self.inspect(stack)
            else:
                self.command("inspect")
        elif name in ARROWS and stack:
            self.step(ARROWS[name], rules.stack_names(len(state.colours)).index(stack))
        elif name in ARROWS and (element is not None or not browser.EMBEDDED):
            browser.focus(self.stacks[self.cursor].element)
        elif name == LOG_KEY:
            self.command("log")
        elif name == PEEK_KEY:
            self.peek_by_key()
        elif name in list("123456"[: len(state.colours)]) and state.turn is not None:
            colour = state.colours[int(name) - 1]
            if colour in state.hands[state.turn] and not seats.is_bot_turn(self.session):
                self.select(colour)
        else:
            return False
        return True

    def price(self, name: str) -> str:
        """Ask for a second press of a key: a hint is counted, a secret may be seen by others."""
        session = self.session
        turn = session.state.turn
        if self.table.lesson or turn is None or self.is_handover() or seats.is_bot_turn(session):
            return ""
        if self.is_shut():  # neither is given
            return ""
        if name == HINT_KEY and not self.bots.hinting:
            return say("keys.again.hint")
        peeks = name == PEEK_KEY and not browser.is_pressed(self.parts["peek"].element)
        if peeks and len(seats.people(session)) > 1:
            return say("keys.again.peek", name=words.player_name(session, turn))
        return ""

    def step(self, way: tuple, index: int) -> None:
        """Put the keyboard on the neighbour of a stack."""
        columns = len(self.session.state.colours)
        column, row = index % columns + way[0], index // columns + way[1]
        if 0 <= column < columns and 0 <= row < rules.BASES:
            self.stacks[index].set("tabindex", "-1")
            self.cursor = row * columns + column
            self.stacks[self.cursor].set("tabindex", "0")
            browser.focus(self.stacks[self.cursor].element)

    def peek_by_key(self) -> None:
        """Show one's own target, or hide it again."""
        button = self.parts["peek"].element
        if browser.is_pressed(button):
            self.table.app.release()
        elif not button.disabled:
            self.press(button)

    def listed_keys(self) -> tuple:
        """Return the names of the Arena's own keys, and a note on them."""
        if self.table.lesson:
            return LESSON_LISTED, ""
        if self.replay:
            return ("steps", "autoplay"), ""
        return LISTED, say("keys.note.arena")

    def typed(self, text: str) -> str:
        """Return a typed move as a record has it: "oc3" is "O@C3"."""
        letters = [letter for letter in text.upper() if letter not in " @-"]
        return "".join(letters[:1]) + "@" + "".join(letters[1:])

    def may_play(self) -> bool:
        """Return whether a person can play now; else say why not."""
        state = self.session.state
        if state.turn is None or self.is_handover():
            over = state.turn is None
            self.table.say(say("illegal.over" if over else "arena.handover.text"))
            return False
        if seats.is_bot_turn(self.session):
            self.say_bot_plays()
            return False
        return True

    def news(self, before, after) -> str:
        """Return a move in words, with whose turn it is now if that is a person's."""
        text = words.move_news(self.session, before, after)
        if after.turn is None:
            return text + " " + say("arena.end")
        if seats.is_bot_turn(self.session):
            return text
        name = words.player_name(self.session, after.turn)
        return text + " " + say("arena.news.turn", name=name)

    def refusal(self, error, text: str) -> str:
        """Return why a move was refused, in the player's words."""
        colour, _, stack = text.partition("@")
        state = self.session.state
        if error.reason == "locked":
            played = words.colour_name(state.moves[-1].colour)
            return say("arena.illegal.locked", colour=words.capital(played), stack=stack)
        if error.reason in ("base", "hand"):
            return say("arena.illegal." + error.reason, colour=words.colour_name(colour))
        if error.reason == "stack":
            return say("arena.illegal.stack", stack=stack)
        return say("illegal." + error.reason)

    # Commands and dialogs

    def command(self, name: str, element=None) -> None:
        """Carry out a command of the Arena's own."""
        session = self.session
        if self.replay and self.replay.command(name, element):
            return
        if name == "looked":
            session.facts["looked"] = session.facts.get("looked", 0) + 1
            self.table.changed("")
            if self.handover_seat is not None:
                browser.focus(browser.find('[data-command="look"]'))
            else:
                browser.keep_focus()
        elif name == "inspect":
            self.inspecting = not self.inspecting
            self.selected = None
            state = session.state
            seen = rules.observe(state, state.turn)
            self.draw_tray(seen)
            self.mark_stacks(seen)
            self.table.say(say("arena.inspect.choose") if self.inspecting else "")
        elif name == "hint":
            self.hint()
        elif name == "share":
            self.table.app.run("share-game", self.table)
        elif name == "log":
            inside = f'<div class="log-moves">{words.log_html(session)}</div>'
            self.open("log", say("arena.log"), inside)
        elif name == "reveal" and self.may_reveal():
            session.facts["revealed"] = True
            seats.settle_match(session)
            self.table.changed("")
            sound.play("win")
            self.show_result()
        elif name == "result" and session.facts.get("revealed"):
            self.show_result()

    def may_reveal(self) -> bool:
        """Return whether the secret colours can be shown now, in this tab."""
        if self.table.follow_other_tab():
            return False
        return self.session.is_over() and not self.session.facts.get("revealed")

    def hint(self) -> None:
        """Ask a bot what it would play in the place of the person to move."""
        session = self.session
        if self.is_handover() or self.replay or self.bots.hinting:
            return
        if session.state.turn is None:
            self.table.say(say("illegal.over"))
            return
        if self.table.lesson:
            return
        if seats.is_bot_turn(session):
            self.say_bot_plays()
            return
        if session.state.targets[session.state.turn] is None:
            self.table.say(say("arena.no_target"))
            return
        if self.is_shut():  # it would play for the target
            self.table.say(say("arena.shut"))
            return
        if self.table.follow_other_tab():
            return
        session.facts["hints"] = session.facts.get("hints", 0) + 1
        self.table.keep()
        self.table.say(say("arena.hint.thinking"))
        self.bots.hint(self.show_hint)

    def say_bot_plays(self) -> None:
        """Tell whose turn it is, when a person wants to act in a bot's."""
        name = words.player_name(self.session, self.session.state.turn)
        self.table.say(say("arena.bot.turn", name=name))

    def show_hint(self, move: str, text: str) -> None:
        """Choose the piece that a hint names, let the stack glow and say why."""
        self.select(move[0])
        self.hinted = move
        state = self.session.state
        self.mark_stacks(rules.observe(state, state.turn))
        self.table.say(text)

    def undo_ply(self) -> int | None:
        """Return the ply that undo goes back to."""
        return seats.earlier_choice(self.session)

    def redo_ply(self) -> int:
        """Return the ply that redo goes on to."""
        return seats.later_choice(self.session)

    def open(self, name: str, title: str, inside: str) -> None:
        """Open a dialog that can only be closed."""
        close = dialog_command("close", say("command.close"), "autofocus")
        self.table.dialogs.open(name, dialog_html(title, inside, close), self)

    def show_result(self) -> None:
        """Open the result of a revealed game."""
        commands = dialog_command("close", say("arena.result.board"))
        commands += dialog_command("new", say("command.new"))
        commands += dialog_command("next", say("arena.result.next"), 'class="primary" autofocus')
        more = dialog_command("replay", say("arena.result.replay"))
        if browser.site_address() and isinstance(self.session.deal, int):  # else it has no link
            more += dialog_command("share", say("command.share"))
        inside = words.result_html(self.session) + f'<p class="also">{more}</p>'
        title = say("arena.result")
        self.table.dialogs.open("result", dialog_html(title, inside, commands), self)

    def inspect(self, stack: str) -> None:
        """Open a column with every layer of a stack."""
        state = self.session.state
        names = rules.stack_names(len(state.colours))
        layers = state.stacks[names.index(stack)]
        self.inspecting = False
        self.mark_stacks(rules.observe(state, state.turn))
        title = say_count("arena.inspect.title", len(layers), stack=stack)
        self.open("stack", title, words.layers_html(layers))

    # Dealing

    def address(self) -> str:
        """Return the Arena's address; the deal, which tells every secret, only of a replay."""
        if self.table.guest and isinstance(self.table.guest.deal, int):
            return self.table.replay_address()
        return "#/" + rules.GAME

    def default_game(self) -> None:
        """Nobody but the players can say how many they are."""
        return None

    def new_dialog(self) -> None:
        """Ask who plays, and how it is dealt."""
        NewDialog(self).open()

    def dialog_tap(self, name: str, element) -> None:
        """Go on to the next game or to a new table, or close the dialog."""
        if name == "next":
            params, facts = seats.next_game(self.session)
            deal = browser.random_deal(MAX_DEAL)
            self.table.dialogs.close(lambda: self.table.begin(params, deal, facts))
        elif name == "new":
            self.table.dialogs.close(self.new_dialog)
        elif name == "replay":
            self.table.dialogs.close(lambda: self.table.look_at(self.session))
        elif name == "share":
            self.command(name)
        else:
            self.table.dialogs.close()


def mark_stack(part, name: str, stack: str, marks: tuple) -> None:
    """Write on a stack's button what is on it and what may be done with it (`STACK_MARKS`)."""
    marked = [mark for mark, on in zip(STACK_MARKS, marks) if on]
    part.set("class", " ".join(["stack"] + marked))  # in one call: it is done to 24 of them
    part.set("data-once", "" if "pending" in marked else None)
    part.set("aria-disabled", "true" if "forbidden" in marked else None)
    locked, cancels = "locked" in marked, "cancels" in marked
    if part.changes("label", (stack, locked, cancels)):
        part.set("data-tops", stack)
        label = words.stack_text(name, stack)
        if locked:
            label = say("arena.stack.locked", stack=label)
        elif cancels:
            label = say("arena.stack.cancels", stack=label)
        part.set("aria-label", label)
