"""Who sits at an Arena: people and bots, whose turn is whose own, and the score of a match."""

from game.rules import arena as rules
from game.session import PERSON


def kind(session, seat: int) -> str:
    """Return who plays a seat: a person, or a bot of a level (game/minds/bots.py).

    A bot cannot play for a target that nobody knows.
    """
    if session.state.targets[seat] is None:
        return PERSON
    kinds = session.facts.get("seats", [])
    return kinds[seat] if seat < len(kinds) else PERSON


def people(session) -> list[int]:
    """Return the seats of the people."""
    return [seat for seat in range(len(session.state.hands)) if kind(session, seat) == PERSON]


def is_bot_turn(session) -> bool:
    """Return whether a bot is to move."""
    turn = session.state.turn
    return turn is not None and kind(session, turn) != PERSON


def lookers(session) -> list[int]:
    """Return who looks at their target before the game, alone; one person among bots need not."""
    seats = people(session)
    known = None not in session.state.targets
    return seats if known and len(seats) > 1 else []


def looking(session) -> int | None:
    """Return who is to have their first look now, or None."""
    looked = session.facts.get("looked", 0)
    seats = lookers(session)
    return seats[looked] if not session.moves and looked < len(seats) else None


def peeker(session) -> int | None:
    """Return whose target may be looked at now: the only person's, or that of the one to move."""
    seats = people(session)
    if len(seats) == 1:
        return seats[0]
    return session.state.turn if session.state.turn in seats else None


def is_shut(session) -> bool:
    """Return whether targets stay hidden: several people share the device and moves are taken back.

    Until somebody moves; else one could undo into a rival's turn, look, and redo without a trace.
    A game that was begun again can be undone as well, which brings the one before it back.
    """
    if len(people(session)) < 2:
        return False
    begun_again = session.facts.get("seen", False) and earlier_choice(session) is None
    return session.can_redo() or begun_again


def earlier_choice(session) -> int | None:
    """Return the ply of a person's last choice, which undo goes back to, or None."""
    seats = people(session)
    for ply in range(session.ply - 1, -1, -1):
        if session.states[ply].turn in seats:
            return ply
    return None


def later_choice(session) -> int:
    """Return the ply of a person's next choice, which redo goes on to, or the end."""
    seats = people(session)
    for ply in range(session.ply + 1, len(session.moves)):
        if session.states[ply].turn in seats:
            return ply
    return len(session.moves)


def settle_match(session) -> None:
    """Enter the winners of a game that is shown now; one that was begun again does not count."""
    result = rules.outcome(session.state)
    facts = session.facts
    if "wins" not in facts or facts.get("seen") or not result or not result.winners:
        return
    facts["wins"] = [won + (seat in result.winners) for seat, won in enumerate(facts["wins"])]


def match_winners(session) -> list[int]:
    """Return who has won the match; more than one where the deciding win was shared."""
    goal, wins = session.facts.get("goal", 0), session.facts.get("wins", [])
    if not goal or max(wins + [0]) < goal:
        return []
    return [seat for seat, won in enumerate(wins) if won == max(wins)]


def next_game(session) -> tuple:
    """Return params and facts of the same table's next game: the next player starts."""
    params = session.params
    start = ((session.states[0].turn or 0) + 1) % params.players
    facts = {key: session.facts[key] for key in ("names", "seats", "goal") if key in session.facts}
    facts["looked"] = 0
    if "goal" in facts:
        over = match_winners(session)
        wins = session.facts["wins"]
        facts["wins"] = [0] * params.players if over or len(wins) != params.players else wins
    dealing = params.dealing or "random"
    return rules.Params(params.players, dealing, start), facts
