"""La Piramide on the screen: the pyramid, stock, drawn card and waste; tap two cards or drag one.

The view offers what the rules say is legal and draws an observation; it judges nothing.
"""

from game.addresses import DAILY, format_address
from game.locales import listed, say, say_count
from game.rules import piramide as rules
from game.views import browser, settings
from game.views.markup import as_it_is, dialog_command
from game.views.motion import Motion, middle
from game.views.piramide_daily import DailyDialog
from game.views.piramide_diary import SEARCH_STATES, Diary
from game.views.piramide_help import HelpDialog
from game.views.piramide_keys import LISTED, focus_near, press
from game.views.piramide_line import Line
from game.views.piramide_new import NewDialog
from game.views.piramide_stats import StatsDialog
from game.views.piramide_words import (
    CLASSICA,
    ENDS,
    PILES,
    RANDOM_DEALS,
    VARIANTS,
    card_name,
    covering,
    needs,
    slot_at,
    slot_words,
    variant_name,
)

COINS = 26
"""How many rain down when a game is won."""
AUTO_RE_MS = 380
"""A Re that leaves by itself waits until the move before it has been seen."""
DEFAULTS = {"draw": "stuck", "rows": 6, "open": False, "redeals": 0}


def load_deck() -> None:
    """Bring the drawn faces and backs that the player chose into the page."""
    browser.load_sprite("cards.svg")
    if settings.values["deck"] == "french":
        browser.load_sprite("cards-french.svg")


def card_html(card: str | None) -> str:
    """Return what lies in a card's place: its face, its back, or nothing."""
    if card is None:
        return ""
    deck, back = settings.values["deck"], settings.values["back"]
    if card == rules.FACE_DOWN:
        return f'<svg class="card-art" viewBox="0 0 100 150"><use href="#back-{back}"/></svg>'
    face = ("french-" if deck == "french" else "card-") + card
    return (
        f'<span class="card-plain suit-{card[1]}" data-rank="{card[0]}" '
        f'data-suit="{say("card.suit." + card[1])}"></span>'
        f'<svg class="card-art" viewBox="0 0 100 150"><use href="#{face}"/></svg>'
    )


def clock_text(seconds: int) -> str:
    """Return a time as minutes and seconds, such as "2:07"."""
    return f"{seconds // 60}:{seconds % 60:02d}"


class PiramideView:
    """The board of La Piramide for a `Table`."""

    commands = ("hint",)

    def __init__(self, table):
        self.table = table
        self.thinker = table.app.thinker
        self.diary = Diary(table, self.find_out)
        self.selected: str | None = None
        self.partner: str | None = None  # the second card, chosen by its key
        self.by_key = False  # whether `selected` was chosen by a key
        self.hinted: str | None = None  # the move that a hint lets glow, as text
        self.line = None  # the winning line being shown, in place of the player's game
        self.searching: list = []  # what is being looked for on behalf of this game
        self.timers: dict = {}
        self.slots: list = []
        self.piles: dict = {}
        self.result = None
        self.motion = Motion()
        self.fresh = False  # whether the board was just built: a new deal is dealt out

    # Building

    def board_html(self) -> str:
        """Return the board: a button for each place a card can lie in."""
        rows = self.state().params.rows
        slots = []
        for row in range(rows):
            for column in range(row + 1):
                slots.append(
                    f'<button type="button" class="card" data-slot="{row + 1}.{column + 1}" '
                    f'style="--row:{row};--column:{column}"></button>'
                )
        piles = "".join(
            [
                f'<div class="pile"><button type="button" class="card" data-pile="{pile}"></button>'
                f'<span class="pile-name">{say(PILES[pile])}</span></div>'
                for pile in ("stock", "drawn", "waste")
            ]
        )
        return (
            f'<section class="pyramid" aria-label="{say("piramide.board")}" style="--rows:{rows}">'
            f'<div class="pyramid-cards">{"".join(slots)}</div>'
            f'<div class="result" hidden></div></section>'
            f'<section class="piles" aria-label="{say("piramide.piles")}">{piles}</section>'
        )

    def attach(self) -> None:
        """Find the board's elements, now that they are in the page."""
        self.fresh = True
        load_deck()
        self.unselect()
        self.hinted = None
        self.slots = [browser.Part(element) for element in browser.find_all("[data-slot]")]
        self.piles = {
            pile: browser.Part(browser.find(f'[data-pile="{pile}"]'))
            for pile in ("stock", "drawn", "waste")
        }
        self.result = browser.Part(browser.find(".result"))
        if self.table.lesson:
            pass  # its moves are for no diary
        elif self.table.guest:
            self.line = self.line or Line(self, self.table.guest, 0, self.table.guest.moves)
        else:
            self.diary.watch()
            self.tick()
        if self.line:
            self.line.attach()

    def state(self):
        """Return the position on the screen: the player's own, or one of a winning line."""
        return self.line.session.state if self.line else self.table.session.state

    # Drawing

    def status(self) -> str:
        """Return the line under the title: variant, deal, cards left, moves, and the clock."""
        if self.line:
            return self.line.status()
        session = self.table.session
        deal = say("piramide.own_deck")
        date = self.diary.daily_date(session)
        if date:
            deal = say("piramide.daily", date=f"{date[:4]}-{date[4:6]}-{date[6:]}")
        elif isinstance(session.deal, int):
            deal = say("piramide.deal", deal=as_it_is(session.deal))
        parts = [deal]
        if session.params != CLASSICA:
            named = session.params in [params for _, params in VARIANTS]
            parts.insert(0, variant_name(session.params) if named else say("variant.joined"))
        left = len([card for card in session.state.pyramid if card])
        parts.append(say_count("piramide.left", left))
        parts.append(say_count("piramide.moves", session.ply))
        if settings.values["clock"] == "on":
            parts.append(clock_text(self.diary.seconds()))
        shown = [f"<span>{part} ·</span>" for part in parts[:-1]] + [f"<span>{parts[-1]}</span>"]
        return " ".join(shown)

    def tick(self) -> None:
        """Show the clock, every second while it is wanted and can be seen."""
        self.stop_timer("clock")
        if settings.values["clock"] == "on" and not browser.is_hidden() and self.table.parts:
            self.table.parts["status"].html(self.status())
            self.timers["clock"] = browser.after(1000, self.tick)

    def stop_timer(self, name: str) -> None:
        """Forget something that was to happen later."""
        if name in self.timers:
            browser.cancel(self.timers.pop(name))

    def draw(self, before) -> None:
        """Show the position; `before` is the one shown last, or None."""
        state = self.state()
        seen = rules.observe(state)
        self.motion.settle()
        may_move = settings.pace() > 0 and browser.size_of(self.slots[0].element)[0] > 0
        moving = may_move and before is not None and before is not state
        flights = self.plan_flights(rules.observe(before), seen) if moving else []
        available = rules.available(seen)
        if self.selected not in available:
            self.unselect()
        if self.partner not in available:
            self.partner = None
        held = browser.data(browser.focused(), "slot")
        slot = 0
        for row in range(seen.params.rows):
            for column in range(row + 1):
                self.draw_slot(self.slots[slot], seen.pyramid, row, column, available)
                slot += 1
        self.draw_stock(seen)
        self.draw_pile("drawn", seen.drawn)
        self.draw_pile("waste", seen.waste[-1] if seen.waste else None, len(seen.waste))
        self.draw_glow(available)
        if held:
            self.keep_keyboard(held, seen)
        self.draw_result()
        for start in flights:
            start()
        if moving and rules.is_empty(seen.pyramid):
            self.celebrate()
        if self.fresh and may_move and not state.moves and not self.line:
            self.deal_out()
        self.fresh = False

    def keep_keyboard(self, held: str, seen) -> None:
        """Where the place that has the keyboard has lost its card, put it on one near."""
        row, column = [int(part) for part in held.split(".")]
        if not seen.pyramid[slot_at(row - 1, column - 1)]:
            focus_near(self, row, column)

    def draw_glow(self, available: list) -> None:
        """Let glow what a hint names, and the possible partners of the chosen card if wished."""
        hinted = []
        if self.hinted and self.hinted not in "+*":
            hinted = list(rules.parse_move(self.hinted).cards)
        self.piles["stock"].mark("hinted", self.hinted in ("+", "*"))
        value = 0
        if self.selected and settings.values["partners"] == "on":
            value = 10 - rules.value(self.selected)
        for part in self.slots + [self.piles["drawn"], self.piles["waste"]]:
            card = part.written.get("data-card")
            part.mark("hinted", card in hinted)
            partner = card in available and card != self.selected and rules.value(card) == value
            part.mark("partner", partner or (card is not None and card == self.partner))

    # Moving: the difference of two observations, so that undo moves backwards

    def places(self, seen) -> dict:
        """Return where each card lies that can be seen: a slot's number or a pile's name."""
        places = {}
        for slot, card in enumerate(seen.pyramid):
            if card and card != rules.FACE_DOWN:
                places[card] = slot
        if seen.waste:
            places[seen.waste[-1]] = "waste"
        if seen.drawn:
            places[seen.drawn] = "drawn"
        return places

    def element(self, place):
        """Return the button of a slot's number or a pile's name."""
        return self.piles[place].element if isinstance(place, str) else self.slots[place].element

    def plan_flights(self, old, new) -> list:
        """Return functions that let the cards fly once the new position is on the screen.

        Pictures of what is about to leave are taken now.
        """
        was, now = self.places(old), self.places(new)
        removed = [card for card in was if card not in now and card not in new.waste]
        came_back = [card for card in now if card not in was and card not in old.waste]
        if len(new.stock) > len(old.stock):
            removed = []
        if len(new.stock) < len(old.stock):
            came_back = []
        flights = []
        motion = self.motion
        for card, place in now.items():
            if was.get(card) == place:
                continue
            element = self.element(place)
            box = browser.box_of(element)
            if card in was:
                start = browser.box_of(self.element(was[card]))
                flights.append(lambda e=element, s=start, b=box: motion.arrive(e, s, b))
            elif place == "drawn" and len(new.stock) < len(old.stock):
                stock = self.element("stock")
                back, start = browser.ghost_of(stock), browser.box_of(stock)
                flights.append(
                    lambda e=element, g=back, s=start, b=box: motion.arrive_turning(e, g, s, b)
                )
            elif isinstance(place, int) and old.pyramid[place]:
                ghost = browser.ghost_of(element)
                flights.append(lambda e=element, g=ghost, b=box: motion.turn(e, g, b))
                came_back = [other for other in came_back if other != card]
        self.plan_removals(flights, removed, was)
        self.plan_returns(flights, came_back, now)
        self.plan_turns_back(flights, old, new)
        if len(new.stock) > len(old.stock):
            gone = [card for card in was if card not in now and card not in new.waste]
            stock_box = browser.box_of(self.element("stock"))
            for card in gone:
                place = self.element(was[card])
                ghost, start = browser.ghost_of(place), browser.box_of(place)
                flights.append(lambda g=ghost, s=start: motion.depart(g, s, stock_box))
        return flights

    def plan_removals(self, flights: list, cards: list, was: dict) -> None:
        """Let removed cards meet half way and dissolve."""
        boxes = [browser.box_of(self.element(was[card])) for card in cards]
        if len(boxes) > 2 or not boxes:
            return
        meeting = middle(boxes[0], boxes[-1])
        for card, box in zip(cards, boxes):
            ghost = browser.ghost_of(self.element(was[card]))
            flights.append(lambda g=ghost, b=box: self.motion.vanish(g, b, meeting))

    def plan_returns(self, flights: list, cards: list, now: dict) -> None:
        """Let cards whose removal is undone come back from where they dissolved."""
        boxes = [browser.box_of(self.element(now[card])) for card in cards]
        if len(boxes) > 2 or not boxes:
            return
        meeting = middle(boxes[0], boxes[-1])
        for card, box in zip(cards, boxes):
            element = self.element(now[card])
            flights.append(lambda e=element, b=box: self.motion.appear(e, meeting, b))

    def plan_turns_back(self, flights: list, old, new) -> None:
        """Turn the cards face down that are covered again."""
        for slot, card in enumerate(new.pyramid):
            if card == rules.FACE_DOWN and old.pyramid[slot] != rules.FACE_DOWN:
                element = self.element(slot)
                ghost, box = browser.ghost_of(element), browser.box_of(element)
                flights.append(lambda e=element, g=ghost, b=box: self.motion.turn(e, g, b))

    def deal_out(self) -> None:
        """Let the cards of a new deal fly from the stock to their places."""
        start = browser.box_of(self.element("stock"))
        for slot, part in enumerate(self.slots):
            self.motion.arrive(part.element, start, browser.box_of(part.element), slot * 28)

    def celebrate(self) -> None:
        """Let gold rain out of the place where the pyramid's tip was."""
        left, top, width, height = browser.box_of(self.slots[0].element)
        middle_box = (left + width / 4, top + height / 3, width / 2, width / 2)
        coins = [browser.picture("coin") for _ in range(COINS)]
        self.motion.shower(coins, middle_box, 6 * width, 5 * height)

    def sound(self, before, after) -> str:
        """Return the name of the sound that a move makes."""
        result = rules.outcome(after)
        if result:
            return "win" if result.result == "won" else "lost"
        return "remove" if after.moves[-1].action == "remove" else "draw"

    def draw_slot(self, part, pyramid: tuple, row: int, column: int, available: list) -> None:
        """Show one place of the pyramid."""
        card = pyramid[slot_at(row, column)]
        face_up = card and card != rules.FACE_DOWN
        exposed = card in available
        covers = [] if not card or exposed else covering(pyramid, row, column)
        if not part.changes("looks", (card, exposed, card == self.selected, covers)):
            return
        part.set("aria-label", slot_words(card, row, column, covers))
        part.mark("covered", bool(face_up) and not exposed)
        self.draw_card(part, card, exposed)
        part.set("disabled", None if card else "")

    def news(self, before, after) -> str:
        """Return a move in words: what left or was drawn, and what has turned up."""
        move = after.moves[-1]
        if move == rules.DRAW:
            return say_count("piramide.news.draw", len(after.stock), card=card_name(after.drawn))
        if move == rules.REDEAL:
            return say("piramide.news.redeal")
        text = say("piramide.news.remove", cards=listed([card_name(card) for card in move.cards]))
        was, now = rules.observe(before).pyramid, rules.observe(after).pyramid
        turned = [card for slot, card in enumerate(now) if card and card != was[slot]]
        if turned:
            text += " " + say("piramide.news.turned", cards=listed([card_name(c) for c in turned]))
        return text

    def draw_card(self, part, card: str | None, available: bool) -> None:
        """Show a card or its absence on a button."""
        part.set("data-card", card if card and card != rules.FACE_DOWN else None)
        part.html(card_html(card))
        part.mark("gone", not card)
        part.mark("available", available)
        part.set("aria-pressed", "true" if card and card == self.selected else None)
        part.set("data-drag", "" if available else None)

    def draw_stock(self, seen) -> None:
        """Show the stock and how many cards it holds."""
        count = len(seen.stock)
        stock = self.piles["stock"]
        stock.set("data-count", str(count))
        again = f"<i>↻</i><b>{seen.redeals}×</b>" if seen.redeals else ""
        stock.html(card_html(rules.FACE_DOWN) + f"<b>{count}</b>" if count else again)
        stock.mark("gone", not count)
        stock.mark("redeal", not count and seen.redeals > 0)
        stock.mark("inviting", rules.DRAW in rules.legal_moves(seen))
        if count or not seen.redeals:
            stock.set("aria-label", say_count("piramide.stock.label", count))
        else:
            stock.set("aria-label", say_count("piramide.stock.redeal", seen.redeals))

    def draw_pile(self, pile: str, card: str | None, count: int = 1) -> None:
        """Show the drawn card or the waste."""
        part = self.piles[pile]
        if not part.changes("looks", (card, count, card == self.selected)):
            return
        self.draw_card(part, card, card is not None)
        key = PILES[pile]
        if not card:
            part.set("aria-label", say(key + ".empty"))
        elif pile == "waste":
            text = say_count(key + ".label", count, card=card_name(card))
            part.set("aria-label", say("piramide.needs", card=text, needs=needs(card)))
        else:
            text = say(key + ".label", card=card_name(card))
            part.set("aria-label", say("piramide.needs", card=text, needs=needs(card)))

    def draw_result(self) -> None:
        """Announce the end, or take the announcement away."""
        session = self.table.session
        result = None if self.line else rules.outcome(session.state)
        self.result.set("hidden", None if result else "")
        if not result:
            self.result.html("")
            return
        key = ENDS[result.result]
        if result.result == "lost":
            text = say_count(key + ".text", result.cards_left)
            more = dialog_command("oracle", say("command.oracle"))
        else:
            text = say(key + ".text") + " " + self.honours(session.facts)
            more = ""
        if browser.site_address() or self.diary.daily_date(session):
            more += dialog_command("share", say("command.share"))
        self.result.html(
            f'<div role="status"><h2>{say(key)}</h2><p>{text}</p></div><p class="dialog-commands">'
            + more
            + dialog_command("again", say("command.again"))
            + dialog_command("next", say("command.next"), 'class="primary"')
            + "</p>"
        )

    def honours(self, facts: dict) -> str:
        """Return how a game was won: with which help, or without."""
        if facts.get("seen"):
            return say("piramide.won.seen")
        if facts.get("oracle"):
            return say("piramide.won.oracle")
        if facts.get("hints"):
            return say("piramide.won.hints")
        return say("piramide.won.clean" if facts.get("undos") else "piramide.won.no_undo")

    # Touching

    def tap(self, element) -> None:
        """Select a card, remove a pair or a Re, or draw."""
        card = browser.data(element, "card")
        if self.line:
            self.table.say(say("line.busy"))
        elif browser.data(element, "pile") == "stock":
            self.tap_stock()
        elif card is None:
            self.select(None)
            if browser.data(element, "slot"):
                self.table.say(say("piramide.covered"))
        elif card not in rules.available(self.table.session.state):
            self.table.say(say("piramide.covered"))
        elif card == self.selected:
            self.select(None)
        elif rules.value(card) == 10:
            self.table.play(card)
        elif self.selected is None:
            self.select(card)
        else:
            self.pair(self.selected, card)

    def tap_stock(self) -> None:
        """Draw; when the stock is used up, turn the waste over where that is still allowed."""
        state = self.table.session.state
        self.table.play("*" if not state.stock and state.redeals else "+")

    def pair(self, first: str, second: str) -> None:
        """Try to remove two cards; a wrong second one becomes the selected one."""
        removed = self.table.play(first + second)
        if not removed and second in rules.available(self.table.session.state):
            self.select(second)

    def select(self, card: str | None, by_key: bool = False) -> None:
        """Raise one card, or none."""
        self.selected, self.partner, self.by_key = card, None, by_key
        self.draw(None)

    def unselect(self) -> None:
        """No card is chosen any more."""
        self.selected, self.partner, self.by_key = None, None, False

    def drag(self, element) -> None:
        """A card leaves its place under a finger; one chosen before stays so until it is let go."""

    def drop(self, element, target) -> None:
        """A card is let go over another one, or elsewhere."""
        if self.line:
            return
        first = browser.data(element, "card")
        second = browser.data(target, "card") if target else None
        if first and second and first != second:
            self.unselect()
            self.pair(first, second)
        elif first and rules.value(first) == 10:
            self.table.play(first)

    def put_back(self, element) -> None:
        """A card that was dragged is in its place again."""

    def press(self, element) -> None:
        """Nothing is held here."""

    def release(self) -> None:
        """Nothing was held."""

    def long_press(self, element) -> None:
        """Nothing hides behind a long press."""

    def refusal(self, error, text: str) -> str:
        """Return why a move was refused, in the player's words."""
        if error.reason == "sum":
            cards = rules.parse_move(text).cards
            total = sum([rules.value(card) for card in cards])
            first, second = card_name(cards[0]), card_name(cards[1])
            return say("illegal.sum", first=first, second=second, total=total)
        no_redeal = error.reason == "redeals" and self.table.session.state.stock
        return say("illegal." + ("redeal_early" if no_redeal else error.reason))

    # Dealing

    def address(self) -> str:
        """Return the address that opens this deal."""
        session = self.table.session
        if self.table.guest:
            return self.table.replay_address()
        if not isinstance(session.deal, int):
            return "#/" + rules.GAME
        setup = rules.format_setup(session.params, session.deal)
        return format_address(rules.GAME, setup, DEFAULTS)

    # What the table and the app tell

    def before_keeping(self) -> None:
        """The game changed: keep the book, and let a Re leave by itself if wished."""
        went_on = self.diary.note()
        session = self.table.session
        self.hinted = None
        self.stop_searching()
        self.stop_timer("autore")
        wished = settings.values["autore"] == "on" and not session.can_redo()
        if wished and (went_on or not session.moves):
            delay_ms = round(AUTO_RE_MS * settings.pace())
            self.timers["autore"] = browser.after(delay_ms, self.remove_king)

    def remove_king(self) -> None:
        """Remove an available Re in the player's place."""
        self.timers.pop("autore", None)
        if self.table.app.table is self.table and not self.line:
            for move in rules.removals(self.table.session.state):
                if len(move.cards) == 1:
                    self.table.play(rules.format_move(move))
                    return

    def find_out(self, session) -> None:
        """Look in the background whether a lost deal could have been won, for the statistics."""

        def found(solution):
            if solution.winnable is not None:
                self.diary.learn(session, solution.winnable)

        self.thinker.run("solve", (session.states[0], SEARCH_STATES), found)

    def stop_searching(self) -> None:
        """Nobody waits any more for what is being looked for."""
        for search in self.searching:
            search.cancel()
        self.searching = []

    def seen(self, visible: bool) -> None:
        """The page was hidden, or is seen again: the clock pauses."""
        if self.table.guest:
            return
        if visible:
            self.diary.run_clock()
            self.tick()
        else:
            self.diary.stop_clock()

    def key(self, name: str, element) -> bool:
        """A key was pressed; return whether it was used."""
        return press(self, name, element)

    def listed_keys(self) -> tuple:
        """Return the names of this game's own keys, and a note on them."""
        if self.line:
            return ("steps",), ""
        return LISTED, "" if self.table.lesson else say("keys.note")

    def typed(self, text: str) -> str:
        """Return a typed move as a record has it: blanks and capitals do not matter."""
        letters = [letter for letter in text if letter not in " ,;"]
        return "".join([c.lower() if i % 2 else c.upper() for i, c in enumerate(letters)])

    def may_play(self) -> bool:
        """Return whether a typed move can be played now; else say why not."""
        if self.line:
            self.table.say(say("line.busy"))
        return not self.line

    def leave(self) -> None:
        """Another screen is shown: nothing flies on, nothing is looked for, the clock stands."""
        self.motion.settle()
        self.stop_searching()
        self.stop_timer("clock")
        self.diary.stop_clock()
        if self.line:
            self.line.end()

    def opens(self, setup: dict) -> bool:
        """Open what an address names that is no deal yet; return whether it did."""
        deal = str(setup["deal"])
        name, _, date = deal.partition("/")
        if name != DAILY:
            return False
        DailyDialog(self).open_date(date or browser.today())
        return True

    def new_dialog(self) -> None:
        """Ask how to play, and what deal."""
        NewDialog(self).open()

    def command(self, name: str, element=None) -> None:
        """Carry out a command of this game's own."""
        if name == "hint" or name == "oracle":
            HelpDialog(self).open(ask_oracle=name == "oracle")
        elif name == "stats":
            StatsDialog(self).open()
        elif name == "daily":
            DailyDialog(self).open()
        elif name == "share":
            date = None if self.table.guest else self.diary.daily_date(self.table.session)
            if date:
                DailyDialog(self).share(date)
            else:
                self.table.app.run("share-game", self.table)
        elif name == "stats-aside":
            browser.offer_file("statistics-damaged.txt", self.diary.book.aside)
        elif self.line:
            self.line.command(name)

    def default_game(self) -> tuple:
        """Return params and deal for a player who only wants to play: dealt as last time."""
        session = self.table.session
        params = session.params if session else rules.parse_setup({"deal": 0})[0]
        return params, browser.random_deal(RANDOM_DEALS)
