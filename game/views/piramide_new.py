"""Asks how La Piramide is to be played and what deal; it names bad numbers and decks."""

from game.addresses import plain
from game.locales import say
from game.rules import piramide as rules
from game.rules.chance import MAX_DEAL
from game.rules.fields import RecordError, shown
from game.views import browser
from game.views.markup import dialog_command, dialog_html, group
from game.views.piramide_search import Search
from game.views.piramide_words import (
    RANDOM_DEALS,
    VARIANTS,
    card_name,
    deck_trouble,
    parse_variant,
    split_deck,
    variant_key,
    variant_name,
)


class NewDialog:
    """Asks for a variant and a deal."""

    def __init__(self, view):
        self.view = view
        self.dialogs = view.table.dialogs

    def open(self) -> None:
        """Show the dialog, with the present way to play chosen."""
        session = self.view.table.session
        chosen = session.params if session else VARIANTS[0][1]
        variants = [(say("variant." + name + ".note"), params) for name, params in VARIANTS]
        if chosen not in [params for _, params in VARIANTS]:
            variants.append((say("variant.joined.note"), chosen))
        choices = [
            choice("variant", variant_key(params), variant_name(params), note, params == chosen)
            for note, params in variants
        ]
        winnable = session.facts.get("winnable") if session and not session.is_over() else False
        deals = [
            choice("kind", "any", say("piramide.new.any"), "", not winnable),
            choice("kind", "winnable", say("piramide.new.winnable"), "", bool(winnable)),
        ]
        inside = (
            group("choices", say("piramide.new.variant"), choices)
            + group("choices two", say("piramide.new.deal"), deals)
            + f'<label class="entry"><span>{say("piramide.new.number")}</span>'
            f'<input name="deal" autocomplete="off" autocapitalize="off" spellcheck="false" '
            f'placeholder="{say("piramide.new.number.note")}"></label>'
            '<p class="dialog-error" role="alert"></p>'
            f'<p class="also">{dialog_command("daily", say("command.daily"))}'
            f"{dialog_command('stats', say('command.stats'))}</p>"
        )
        self.dialogs.open(
            "new",
            dialog_html(
                say("piramide.new.title"),
                inside,
                dialog_command("cancel", say("command.cancel"))
                + dialog_command("deal", say("command.deal"), 'class="primary" autofocus'),
            ),
            self,
        )

    def dialog_tap(self, name: str, element) -> None:
        """Deal what the dialog asks for, go to another dialog, or close it."""
        if name == "cancel":
            self.dialogs.close()
        elif name == "deal":
            self.deal()
        else:
            self.view.command(name)

    def deal(self) -> None:
        """Deal what the dialog asks for, or say what is wrong with it."""
        text = browser.find('#dialog [name="deal"]').value.strip()
        params = parse_variant(browser.find('#dialog [name="variant"]:checked').value)
        kind = browser.find('#dialog [name="kind"]:checked').value
        table = self.view.table
        if text == "" and kind == "winnable":
            self.dialogs.close(lambda: self.search(params))
            return
        deal = browser.random_deal(RANDOM_DEALS)
        if text:
            deal, trouble = read_deal(text)
            if trouble:
                browser.find("#dialog .dialog-error").textContent = trouble
                browser.focus(browser.find('#dialog [name="deal"]'))
                return
        self.dialogs.close(lambda: table.begin(params, deal))

    def search(self, params) -> None:
        """Look for a deal that can be won, from a number by chance on."""

        def found(deal):
            self.view.table.begin(params, deal, {"winnable": True})

        first = browser.random_deal(RANDOM_DEALS)
        Search(self.view, say("search.winnable")).start("find", (params, first), found)


def choice(name: str, value: str, label: str, note: str, chosen: bool) -> str:
    """Return a radio button with its label and a note."""
    small = f"<small>{note}</small>" if note else ""
    return (
        f'<label class="choice"><input type="radio" name="{name}" value="{value}" '
        f"{'checked' if chosen else ''}><span><b>{label}</b>{small}</span></label>"
    )


def read_deal(text: str) -> tuple:
    """Return (deal, trouble) of what was typed: a number, or a deck as 40 codes."""
    digits = plain(text)
    is_number = not [sign for sign in digits if sign not in "0123456789"]
    if is_number and 0 < len(digits) <= len(str(MAX_DEAL)) and int(digits) <= MAX_DEAL:
        return int(digits), ""
    codes = split_deck(text)
    if not [code for code in codes if code in rules.PACK]:
        return None, say("piramide.new.bad_number", last=MAX_DEAL)
    trouble = deck_trouble(codes)
    if trouble:
        kind, code = trouble
        card = shown(code) if kind == "unknown" else card_name(code)
        return None, say("piramide.new.deck." + kind, card=card, count=len(codes))
    try:
        return rules.parse_deck(" ".join(codes)), ""
    except RecordError as error:
        return None, str(error)
