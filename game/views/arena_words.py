"""What the Arena says: names of stacks and players, the log, the result, as text and HTML."""

from game.locales import listed, say, say_count
from game.rules import arena as rules
from game.session import PERSON
from game.views.arena_seats import kind, match_winners
from game.views.browser import escape, picture_address
from game.views.markup import AS_IT_IS, as_it_is

ISOLATE, ISOLATE_END = "\u2068", "\u2069"
"""Round a name, they keep its direction from turning the words beside it."""


def player_name(session, seat: int) -> str:
    """Return the name of a player, who counts from 0; not yet safe as HTML."""
    return shown_name(session.facts.get("names", []), seat, kind(session, seat))


def name_html(session, seat: int) -> str:
    """Return the name of a player as HTML."""
    return as_it_is(escape(player_name(session, seat)))


def shown_name(names: list[str], seat: int, player: str) -> str:
    """Return the name that was typed for a seat, or one made from its number."""
    if seat < len(names) and names[seat].strip():
        return names[seat]
    return default_name(seat, player)


def default_name(seat: int, player: str) -> str:
    """Return the name of a player who gave none, such as "Player 1" or "Bot 2"."""
    return say("arena.player" if player == PERSON else "arena.bot", number=seat + 1)


def colour_name(colour: str) -> str:
    """Return a colour's name for the inside of a sentence."""
    return say("arena.colour." + colour)


def capital(text: str) -> str:
    """Return a text as a sentence begins."""
    return text[:1].upper() + text[1:]


def picture(colour: str, kind: str = "mover") -> str:
    """Return the picture of a piece (art/pieces.py)."""
    address = picture_address(picture_path(colour, kind))
    return f'<i class="piece" style="background-image:url(&quot;{address}&quot;)"></i>'


def picture_path(colour: str, kind: str) -> str:
    """Return the file of a piece's picture: a "mover", or a "token", which is small and flat."""
    return f"pieces/{kind}-{colour}.svg"


def stack_text(name: str, stack: str) -> str:
    """Return a stack's whole content as a sentence, top to base."""
    pile = say("arena.stack.base", base=colour_name(stack[0]))
    if len(stack) == 1:
        return say("arena.stack.bare", stack=name, pile=pile)
    for colour in stack[1:]:
        pile = say("arena.stack.on", upper=colour_name(colour), lower=pile)
    return say_count("arena.stack", len(stack), stack=name, pile=pile)


def move_news(session, before, after) -> str:
    """Return a move that was just played as a sentence for those who hear the page."""
    move = after.moves[-1]
    index = rules.stack_names(len(after.colours)).index(move.stack)
    cancels = len(after.stacks[index]) < len(before.stacks[index])
    return say(
        "arena.news.cancel" if cancels else "arena.news",
        name=player_name(session, before.turn),
        colour=colour_name(move.colour),
        stack=move.stack,
        below=colour_name((after if cancels else before).stacks[index][-1]),
    )


def missing_text(state) -> str:
    """Return which colours are not in this game."""
    missing = [colour_name(colour) for colour in rules.COLOURS if colour not in state.colours]
    return say("arena.missing", colours=listed(missing)) if missing else say("arena.missing.none")


def log_html(session) -> str:
    """Return the moves so far, the last one first, each with its player and in move notation."""
    items = []
    for ply, move in enumerate(session.state.moves):
        before, after = session.states[ply], session.states[ply + 1]
        cancels = sum([len(s) for s in after.stacks]) < sum([len(s) for s in before.stacks])
        note = f" <small>{say('arena.log.cancel')}</small>" if cancels else ""
        items.append(
            f"<li><span>{name_html(session, before.turn)}</span> "
            f"<b {AS_IT_IS}>{picture(move.colour, 'token')}{rules.format_move(move)}</b>{note}</li>"
        )
    items.reverse()
    moves = f"<ol reversed>{''.join(items)}</ol>" if items else f"<p>{say('arena.log.empty')}</p>"
    return f"<p>{missing_text(session.state)}</p>{moves}"


def result_html(session) -> str:
    """Return who won and why, and what each colour reached; only for a revealed game."""
    state = session.state
    result = rules.outcome(state)
    verdict = f"<p class='verdict'>{verdict_html(session, result)}</p>"
    texts = unowned_texts(state, result) + match_texts(session) + help_texts(session)
    notes = "".join([f"<p>{text}</p>" for text in texts])
    return verdict + notes + score_table(session, result)


def verdict_html(session, result) -> str:
    """Return who won and by what."""
    if result.winners is None:
        return say("arena.result.unknown")
    targets = session.state.targets
    scores = {score.colour: score for score in result.scores}
    names = listed([name_html(session, seat) for seat in result.winners])
    score = scores[targets[result.winners[0]]]
    if result.tiebreak == "shared":
        return say("arena.result.shared", names=names, stacks=score.stacks, height=score.height)
    level = [
        seat
        for seat, target in enumerate(targets)
        if scores[target].stacks == score.stacks
        and (result.tiebreak == "tall" or scores[target].tall == score.tall)
    ]
    return say(
        "arena.result." + result.tiebreak,
        name=names,
        colour=colour_name(score.colour),
        tied=listed([name_html(session, seat) for seat in level]),
        stacks=say_count("arena.stacks", score.stacks),
        tall=say_count("arena.tall", score.tall),
        height=score.height,
    )


def unowned_texts(state, result) -> list[str]:
    """Return a sentence for each colour that nobody owns although it tops more than all others."""
    if result.winners is None:
        return []
    best = max([score.stacks for score in result.scores if score.colour in state.targets])
    return [
        say(
            "arena.result.unowned",
            colour=capital(colour_name(score.colour)),
            stacks=say_count("arena.stacks", score.stacks),
        )
        for score in result.scores
        if score.colour not in state.targets and score.stacks > best
    ]


def match_texts(session) -> list[str]:
    """Return how a match over several games stands, if this is one."""
    goal, wins = session.facts.get("goal", 0), session.facts.get("wins", [])
    if not goal:
        return []
    names = [name_html(session, seat) for seat in range(len(wins))]
    score = ", ".join([f"{name} {won}" for name, won in zip(names, wins)])
    winners = [name_html(session, seat) for seat in match_winners(session)]
    if winners:
        return [say("arena.match.won", names=listed(winners), score=score)]
    return [say("arena.match.stands", goal=goal, score=score)]


def help_texts(session) -> list[str]:
    """Return how often a hint was asked for, if it was."""
    hints = session.facts.get("hints", 0)
    return [say_count("arena.result.hints", hints)] if hints else []


def score_table(session, result) -> str:
    """Return what each colour reached as a table, the colour with most stacks first."""
    targets = session.state.targets
    heads = "".join(
        [
            f'<th scope="col">{say("arena.result." + key)}</th>'
            for key in ("colour", "topped", "tall.head", "tallest")
        ]
    )
    rows = []
    order = sorted([(-score.stacks, i) for i, score in enumerate(result.scores)])
    for _, i in order:
        score = result.scores[i]
        owner = say("arena.result.left_over" if result.winners is not None else "arena.result.open")
        won = ""
        if score.colour in targets:
            seat = targets.index(score.colour)
            owner = name_html(session, seat)
            won = ' class="winner"' if result.winners and seat in result.winners else ""
        rows.append(
            f'<tr{won}><th scope="row">{picture(score.colour, "token")}'
            f"<span>{colour_name(score.colour)}<small>{owner}</small></span></th><td>{score.stacks}</td>"
            f"<td>{score.tall}</td><td>{score.height}</td></tr>"
        )
    head, body = f"<thead><tr>{heads}</tr></thead>", f"<tbody>{''.join(rows)}</tbody>"
    return f'<table class="scores">{head}{body}</table>'


def layers_html(stack: str) -> str:
    """Return every layer of a stack, from its top down to its base."""
    items = []
    for index, colour in enumerate(stack):
        kind = "base" if index == 0 else "mover"
        place = "top" if index == len(stack) - 1 else "layer"
        text = say("arena.inspect." + kind, colour=colour_name(colour))
        items.append(f'<li class="{place}"><b>{index + 1}</b>{picture(colour, "token")}{text}</li>')
    items.reverse()
    return f'<ol class="layers" reversed>{"".join(items)}</ol>'
