"""Asks for a new game of the Arena: how many play, who they are, who starts, how it is dealt."""

from game.locales import say
from game.rules import arena as rules
from game.rules.chance import MAX_DEAL
from game.session import PERSON, SEATS
from game.views import browser
from game.views.arena_words import default_name, shown_name
from game.views.markup import dialog_command, dialog_html, group
from game.views.names import NAME_LENGTH, clean_name

GOALS = (0, 3, 5)
"""Wins that a match goes to; 0 is a single game."""


class NewDialog:
    """The form for a new game, filled in as the last one was."""

    def __init__(self, view):
        self.view = view
        self.dialogs = view.table.dialogs

    def open(self) -> None:
        """Show the form."""
        session = self.view.session
        facts = session.facts if session else {}
        players = session.params.players if session else 2
        dealing = (session.params.dealing if session else None) or "random"
        counts = [radio("players", str(n), str(n), n == players) for n in (2, 3, 4)]
        dealings = [dealing_choice(key, key == dealing) for key in rules.DEALINGS]
        seats = [seat_fields(seat, facts) for seat in range(4)]
        starts = [("0", say("arena.new.start.random"))]
        starts += [(str(seat + 1), default_name(seat, PERSON)) for seat in range(4)]
        goals = [(str(goal), say(f"arena.new.goal.{goal}")) for goal in GOALS]
        start = entry("start", say("arena.new.start"), starts, "0")
        goal = entry("goal", say("arena.new.goal"), goals, str(facts.get("goal", 0)))
        inside = (
            group("players", say("arena.new.players"), counts)
            + group("dealing", say("arena.new.dealing"), dealings)
            + group("seat-list", say("arena.new.seat-list"), seats)
            + f'<div class="entries">{start}{goal}</div><p class="dialog-error" role="alert"></p>'
        )
        commands = dialog_command("cancel", say("command.cancel"))
        commands += dialog_command("deal", say("command.deal"), 'class="primary"')
        html = dialog_html(say("arena.new.title"), inside, commands)
        self.dialogs.open("new-arena", html, self)

    def dialog_tap(self, name: str, element) -> None:
        """Deal what the form asks for, or close it."""
        if name == "deal":
            self.deal()
        else:
            self.dialogs.close()

    def deal(self) -> None:
        """Deal what the form asks for, or say what is wrong with it."""
        players = int(browser.find('#dialog [name="players"]:checked').value)
        seats = [value(f"seat{seat + 1}") for seat in range(players)]
        names = [clean_name(value(f"name{seat + 1}")) for seat in range(players)]
        start = int(value("start"))
        twice = name_twice(names, seats)
        if twice:
            return complain(say("arena.new.twice", name=twice))
        if start > players:
            return complain(say("arena.new.nobody", number=start))
        dealing = str(browser.find('#dialog [name="dealing"]:checked').value)
        facts = {"names": names, "seats": seats, "looked": 0}
        goal = int(value("goal"))
        if goal:
            facts["goal"], facts["wins"] = goal, [0] * players
        if players == 4:
            dealing = "random"
        params = rules.Params(players, dealing, start - 1 if start else None)
        deal = browser.random_deal(MAX_DEAL)
        self.dialogs.close(lambda: self.view.table.begin(params, deal, facts))


def value(name: str) -> str:
    """Return what a field of the form holds."""
    return str(browser.find(f'#dialog [name="{name}"]').value)


def complain(text: str) -> None:
    """Say what is wrong with the form."""
    browser.find("#dialog .dialog-error").textContent = text


def name_twice(names: list[str], seats: list[str]) -> str | None:
    """Return the name that two players would have, or None."""
    met: list = []
    for seat, kind in enumerate(seats):
        name = shown_name(names, seat, kind)
        if name.lower() in met:
            return name
        met.append(name.lower())
    return None


def radio(name: str, value: str, label: str, checked: bool) -> str:
    """Return one choice of several."""
    mark = "checked" if checked else ""
    return (
        f'<label class="choice"><input type="radio" name="{name}" value="{value}" {mark}>'
        f"{label}</label>"
    )


def dealing_choice(key: str, checked: bool) -> str:
    """Return the choice of a way to deal, with a note."""
    text = say("arena.new." + key), say("arena.new." + key + ".note")
    label = f"<span><b>{text[0]}</b><small>{text[1]}</small></span>"
    return radio("dealing", key, label, checked)


def entry(name: str, label: str, choices: list, chosen: str) -> str:
    """Return a list to choose from, with its label."""
    return f'<label class="entry"><span>{label}</span>{select(name, "", choices, chosen)}</label>'


def select(name: str, label: str, choices: list, chosen: str) -> str:
    """Return a list to choose from; `choices` are pairs (value, text)."""
    options = "".join(
        [
            f'<option value="{value}" {"selected" if value == chosen else ""}>{text}</option>'
            for value, text in choices
        ]
    )
    named = f'aria-label="{label}"' if label else ""
    return f'<select name="{name}" {named}>{options}</select>'


def seat_fields(seat: int, facts: dict) -> str:
    """Return the fields for one seat: who plays it, and the name."""
    names, kinds = facts.get("names", []), facts.get("seats", [])
    name = names[seat] if seat < len(names) else ""
    if name in [default_name(seat, level) for level in SEATS]:  # kept by an older version
        name = ""
    kind = kinds[seat] if seat < len(kinds) else PERSON
    label = default_name(seat, PERSON)
    choices = [(key, say("arena.seat." + key)) for key in SEATS]
    return (
        f'<div class="seat-fields"><input type="text" name="name{seat + 1}" '
        f'value="{browser.escape(name)}" '
        f'maxlength="{NAME_LENGTH}" autocomplete="off" aria-label="{label}" placeholder="{label}">'
        + select(f"seat{seat + 1}", say("arena.seat.of", name=label), choices, kind)
        + "</div>"
    )
