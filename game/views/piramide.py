"""La Piramide on the screen: the pyramid, stock, drawn card and waste; tap two cards or drag one.

The view offers what the rules say is legal and draws an observation; it judges nothing.
"""

from game.locales import say, say_count
from game.rules import piramide as rules
from game.rules.chance import MAX_DEAL
from game.rules.fields import RecordError
from game.views import browser, navigation, settings, sound
from game.views.markup import dialog_command, dialog_html
from game.views.motion import Motion, middle

RANDOM_DEALS = 1000000
"""Deals by chance have a number below this: short enough to tell a friend."""
COINS = 26
"""How many rain down when a game is won."""
DEFAULTS = {"draw": "stuck", "rows": 6, "open": False, "redeals": 0}


def card_name(card: str) -> str:
    """Return a card's name for a sentence, such as "7 of denari"."""
    rank, suit = card[0], card[1]
    if rank in "AFCR":
        rank = say("card.rank." + rank)
    return say("card.name", rank=rank, suit=say("card.suit." + suit))


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
        f'<span class="card-plain suit-{card[1]}"><b>{card[0]}</b>{say("card.suit." + card[1])}'
        f'</span><svg class="card-art" viewBox="0 0 100 150"><use href="#{face}"/></svg>'
    )


class PiramideView:
    """The board of La Piramide for a `Table`."""

    def __init__(self, table):
        self.table = table
        self.selected: str | None = None
        self.slots: list = []
        self.piles: dict = {}
        self.result = None
        self.motion = Motion()

    # Building

    def board_html(self) -> str:
        """Return the board: a button for each place a card can lie in."""
        rows = self.table.session.params.rows
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
                f'<span class="pile-name">{say("piramide." + pile)}</span></div>'
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
        load_deck()
        self.selected = None
        self.slots = [browser.Part(element) for element in browser.find_all("[data-slot]")]
        self.piles = {
            pile: browser.Part(browser.find(f'[data-pile="{pile}"]'))
            for pile in ("stock", "drawn", "waste")
        }
        self.result = browser.Part(browser.find(".result"))

    # Drawing

    def status(self) -> str:
        """Return the line under the title: the deal, the way of drawing, the cards left."""
        session = self.table.session
        deal = say("piramide.own_deck")
        if isinstance(session.deal, int):
            deal = say("piramide.deal", deal=session.deal)
        parts = [deal]
        if session.params.draw == "free":
            parts.append(say("piramide.free"))
        left = len([card for card in session.state.pyramid if card])
        parts.append(say_count("piramide.left", left))
        return " · ".join(parts)

    def draw(self, before) -> None:
        """Show the position; `before` is the one shown last, or None."""
        state = self.table.session.state
        seen = rules.observe(state)
        self.motion.settle()
        moving = before is not None and before is not state and settings.pace() > 0
        flights = self.plan_flights(rules.observe(before), seen) if moving else []
        available = rules.available(seen)
        if self.selected not in available:
            self.selected = None
        slot = 0
        for row in range(seen.params.rows):
            for column in range(row + 1):
                self.draw_slot(self.slots[slot], seen.pyramid[slot], row, column, available)
                slot += 1
        self.draw_stock(seen)
        self.draw_pile("drawn", seen.drawn)
        self.draw_pile("waste", seen.waste[-1] if seen.waste else None, len(seen.waste))
        self.draw_result()
        for start in flights:
            start()
        if moving and rules.is_empty(seen.pyramid):
            self.celebrate()
        if before is None and not state.moves and settings.pace() > 0:
            self.deal_out()

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
            element = self.element(place)
            box = browser.box_of(element)
            if card in was and was[card] != place:
                start = browser.box_of(self.element(was[card]))
                flights.append(lambda e=element, s=start, b=box: motion.arrive(e, s, b))
            elif card not in was and place == "drawn" and len(new.stock) < len(old.stock):
                stock = self.element("stock")
                back, start = browser.ghost_of(stock), browser.box_of(stock)
                flights.append(
                    lambda e=element, g=back, s=start, b=box: motion.arrive_turning(e, g, s, b)
                )
            elif card not in was and isinstance(place, int) and old.pyramid[place]:
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

    def draw_slot(self, part, card: str | None, row: int, column: int, available: list) -> None:
        """Show one place of the pyramid."""
        face_up = card and card != rules.FACE_DOWN
        exposed = card in available
        if not card:
            key = "piramide.slot.gone"
        elif not face_up:
            key = "piramide.slot.face_down"
        else:
            key = "piramide.slot" if exposed else "piramide.slot.covered"
        name = card_name(card) if face_up else ""
        part.set("aria-label", say(key, row=row + 1, column=column + 1, card=name))
        self.draw_card(part, card, exposed)
        part.set("disabled", None if card else "")

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
        stock.html(card_html(rules.FACE_DOWN) + f"<b>{count}</b>" if count else "")
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
        self.draw_card(part, card, card is not None)
        key = f"piramide.{pile}"
        if not card:
            part.set("aria-label", say(key + ".empty"))
        elif pile == "waste":
            part.set("aria-label", say_count(key + ".label", count, card=card_name(card)))
        else:
            part.set("aria-label", say(key + ".label", card=card_name(card)))

    def draw_result(self) -> None:
        """Announce the end, or take the announcement away."""
        result = rules.outcome(self.table.session.state)
        self.result.set("hidden", None if result else "")
        if not result:
            self.result.html("")
            return
        key = "piramide." + result.result
        text = say(key + ".text") if result.result == "won" else ""
        if result.result == "lost":
            text = say_count(key + ".text", result.cards_left)
        self.result.html(
            f'<div role="status"><h2>{say(key)}</h2><p>{text}</p></div><p class="dialog-commands">'
            + dialog_command("again", say("command.again"))
            + dialog_command("next", say("command.next"), 'class="primary"')
            + "</p>"
        )

    # Touching

    def tap(self, element) -> None:
        """Select a card, remove a pair or a Re, or draw."""
        card = browser.data(element, "card")
        if browser.data(element, "pile") == "stock":
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
        if not self.table.play(first + second):
            if second in rules.available(self.table.session.state):
                self.select(second)

    def select(self, card: str | None) -> None:
        """Raise one card, or none."""
        self.selected = card
        self.draw(None)

    def drag(self, element) -> None:
        """A card leaves its place under a finger."""
        self.select(None)

    def drop(self, element, target) -> None:
        """A card is let go over another one, or elsewhere."""
        first = browser.data(element, "card")
        second = browser.data(target, "card") if target else None
        if first and second and first != second:
            self.pair(first, second)
        elif first and rules.value(first) == 10:
            self.table.play(first)

    def refusal(self, error, text: str) -> str:
        """Return why a move was refused, in the player's words."""
        if error.reason == "sum":
            cards = rules.parse_move(text).cards
            total = sum([rules.value(card) for card in cards])
            first, second = card_name(cards[0]), card_name(cards[1])
            return say("illegal.sum", first=first, second=second, total=total)
        return say("illegal." + error.reason)

    # Dealing

    def address(self) -> str:
        """Return the address that opens this deal."""
        session = self.table.session
        if not isinstance(session.deal, int):
            return "#/" + rules.GAME
        setup = rules.format_setup(session.params, session.deal)
        return navigation.format_address(rules.GAME, setup, DEFAULTS)

    def new_dialog(self) -> None:
        """Ask for the way of drawing and, if wished, a deal number."""
        choices = []
        session = self.table.session
        chosen = session.params.draw if session else DEFAULTS["draw"]
        for draw in rules.DRAWS:
            checked = "checked" if draw == chosen else ""
            choices.append(
                f'<label class="choice"><input type="radio" name="draw" value="{draw}" {checked}>'
                f'<span><b>{say("piramide.new." + draw)}</b>'
                f"<small>{say('piramide.new.' + draw + '.note')}</small></span></label>"
            )
        inside = (
            f"<fieldset><legend>{say('piramide.new.draw')}</legend>{''.join(choices)}</fieldset>"
            f'<label class="field"><span>{say("piramide.new.number")}</span>'
            f'<input name="deal" inputmode="numeric" autocomplete="off" maxlength="24" '
            f'placeholder="{say("piramide.new.number.note")}"></label>'
            '<p class="dialog-error" role="alert"></p>'
        )
        self.table.dialogs.open(
            "new",
            dialog_html(
                say("piramide.new.title"),
                inside,
                dialog_command("cancel", say("command.cancel"))
                + dialog_command("deal", say("command.deal"), 'class="primary"'),
            ),
            self,
        )

    def dialog_tap(self, name: str, element) -> None:
        """Deal what the dialog asks for, or close it."""
        if name == "cancel":
            self.table.dialogs.close()
        elif name == "deal":
            text = browser.find('#dialog [name="deal"]').value.strip().replace(" ", "")
            deal = navigation.number_or_text(text)
            if text == "":
                deal = browser.random_deal(RANDOM_DEALS)
            setup = {"deal": deal, "draw": browser.find('#dialog [name="draw"]:checked').value}
            try:
                params, deal = rules.parse_setup(setup)
            except RecordError:
                error = say("piramide.new.bad_number", last=MAX_DEAL)
                browser.find("#dialog .dialog-error").textContent = error
                return
            self.table.dialogs.close(lambda: self.table.begin(params, deal))

    def key(self, name: str, element) -> bool:
        """No key has a meaning of its own here yet."""
        return False

    def leave(self) -> None:
        """Another screen is shown: nothing flies on."""
        self.motion.settle()

    def default_game(self) -> tuple:
        """Return params and deal for a player who only wants to play: dealt as last time."""
        session = self.table.session
        params = session.params if session else rules.parse_setup({"deal": 0})[0]
        return params, browser.random_deal(RANDOM_DEALS)
