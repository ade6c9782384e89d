"""English."""


def plural(count: int) -> str:
    """Return the grammatical number of a count: a key's ending."""
    return "one" if count == 1 else "other"


TEXTS = {
    # The page, and what boot.js shows before or without Python; index.html holds these too.
    "title": "Vanishing Pyramids",
    "tagline": "Two games about things that disappear.",
    "arena.title": "The Arena",
    "arena.blurb": "Stack pyramids for a colour only you know. Two to four people, one device.",
    "piramide.title": "La Piramide",
    "piramide.blurb": "An Italian solitaire: pairs that make ten leave the pyramid.",
    "boot.loading": "Setting the table…",
    "boot.progress": "Loading",
    "boot.title": "The game cannot start",
    "boot.file": "This page was opened as a file, and browsers do not let a file load its parts. "
    "In the project's folder run “make play”, then open the address it prints.",
    "boot.unbuilt": "These are the sources; the site is not built yet. "
    "In the project's folder run “make play”, then open the address it prints.",
    "boot.wasm": "This browser has no WebAssembly, which the game needs. "
    "A current Firefox, Chrome, Edge or Safari has it; some strict security settings switch it off.",
    "boot.missing": "A part of the game did not arrive. "
    "Check the connection and try again. Missing:",
    "boot.crashed": "The game stumbled over a fault of its own. "
    "Your game is saved; one tap brings it back as it stood.",
    "boot.retry": "Try again",
    "boot.resume": "Bring the game back",
    "boot.noscript": "The games are programs: please allow JavaScript for this page.",
    # Commands
    "command.play": "Play",
    "command.continue": "Continue",
    "command.new": "New game",
    "command.new.short": "New",
    "command.restart": "Restart",
    "command.again": "Same deal again",
    "command.next": "New deal",
    "command.undo": "Undo",
    "command.redo": "Redo",
    "command.rules": "Rules",
    "command.home": "Home",
    "command.close": "Close",
    "command.cancel": "Cancel",
    "command.deal": "Deal",
    "command.export": "Save it to a file",
    # Messages that both games share
    "message.restarted": "Back at the start. Undo returns to where you were.",
    "message.dealt": "A new game is dealt. Undo returns to the earlier one.",
    "message.back": "The earlier game is back.",
    "message.nothing_to_undo": "There is nothing to undo.",
    "message.unsaved": "This browser does not let the page save games. "
    "You can play on, but closing the page ends the game.",
    "message.damaged": "The saved game could not be read. It was put aside, nothing was deleted.",
    "message.future": "The saved game is from a newer version of this page. "
    "It was put aside, nothing was deleted.",
    "message.other_tab": "This game went on in another tab; here is where it stands.",
    "message.bad_address": "That address names no game: {reason}.",
    "illegal.over": "The game is over.",
    # La Piramide
    "piramide.deal": "Deal {deal}",
    "piramide.own_deck": "Own deck",
    "piramide.free": "free draw",
    "piramide.left.one": "{count} card left",
    "piramide.left.other": "{count} cards left",
    "piramide.board": "The pyramid",
    "piramide.piles": "Stock and waste",
    "piramide.stock": "Stock",
    "piramide.stock.label.one": "Stock, {count} card",
    "piramide.stock.label.other": "Stock, {count} cards",
    "piramide.stock.redeal.one": "Stock, empty; turn the waste over, {count} time left",
    "piramide.stock.redeal.other": "Stock, empty; turn the waste over, {count} times left",
    "piramide.drawn": "Drawn",
    "piramide.drawn.label": "Drawn card: {card}",
    "piramide.drawn.empty": "Drawn card: none",
    "piramide.waste": "Waste",
    "piramide.waste.label.one": "Waste, {count} card, on top {card}",
    "piramide.waste.label.other": "Waste, {count} cards, on top {card}",
    "piramide.waste.empty": "Waste, empty",
    "piramide.slot": "Row {row}, card {column}: {card}",
    "piramide.slot.covered": "Row {row}, card {column}: {card}, covered",
    "piramide.slot.face_down": "Row {row}, card {column}: face down",
    "piramide.slot.gone": "Row {row}, card {column}: gone",
    "card.name": "{rank} of {suit}",
    "card.rank.A": "Asso",
    "card.rank.F": "Fante (8)",
    "card.rank.C": "Cavallo (9)",
    "card.rank.R": "Re (10)",
    "card.suit.c": "coppe",
    "card.suit.d": "denari",
    "card.suit.s": "spade",
    "card.suit.b": "bastoni",
    "piramide.turned": "{card} turns up.",
    "piramide.covered": "That card is still covered.",
    "piramide.removed": "{cards} removed.",
    "piramide.choose_partner": "{card}: choose a card worth {value}.",
    "illegal.sum": "{first} and {second} make {total}, not 10.",
    "illegal.unavailable": "That card is not available now.",
    "illegal.removal_left": "A removal is left, so the stock stays closed: look again.",
    "illegal.stock": "The stock is empty; it is never turned over.",
    "illegal.redeals": "The stock is empty and was turned over as often as allowed.",
    "illegal.redeal_early": "The stock is not empty yet.",
    "illegal.redeal_nothing": "There is no waste to turn over.",
    "piramide.won": "Won!",
    "piramide.won.text": "The pyramid is gone.",
    "piramide.lost": "No move is left",
    "piramide.lost.text.one": "{count} card stays in the pyramid.",
    "piramide.lost.text.other": "{count} cards stay in the pyramid.",
    "piramide.new.title": "A new solitaire",
    "piramide.new.draw": "When may you draw?",
    "piramide.new.stuck": "When no pair is left",
    "piramide.new.stuck.note": "The original rule",
    "piramide.new.free": "Whenever you like",
    "piramide.new.free.note": "An easier house rule",
    "piramide.new.number": "Deal number",
    "piramide.new.number.note": "Leave it empty for a surprise",
    "piramide.new.bad_number": "A deal number is a whole number from 0 to {last}.",
    "piramide.rules": """Forty cards: Asso counts 1, the numbers count themselves, Fante 8, Cavallo 9, Re 10. Suits do not matter.
Twenty-one cards lie as a pyramid of six rows; only the last row is face up. The other nineteen are the stock.
# Removing
Two cards that make ten leave the game together. A Re leaves alone: tap it.
You may use every uncovered card of the pyramid, the card just drawn, and the top of the waste. A card turns up by itself when both cards that cover it are gone.
Tap one card and then the other, or drag one onto the other.
# Drawing
Only when no removal is left may you tap the stock for its next card. A drawn card that is not used goes to the waste. The stock is gone through once.
With free draw, a house rule that you choose when dealing, you may draw whenever you like.
# The end
You win as soon as the pyramid is empty, whatever is left elsewhere. You lose when no move is left.
The original text leaves three things open; we chose: cards turn up by themselves, a drawn card reaches the waste when the next one is drawn, and two cards of the waste never pair.""",
    # The Arena
    "arena.player": "Player {number}",
    "arena.and": "{first} and {last}",
    "arena.colour.O": "orange",
    "arena.colour.Y": "yellow",
    "arena.colour.V": "violet",
    "arena.colour.B": "blue",
    "arena.colour.G": "green",
    "arena.colour.P": "pink",
    "arena.board": "The arena",
    "arena.hands": "Open hands",
    "arena.tray": "The hand of the player to move",
    "arena.tray.of": "{name}, your pieces",
    "arena.hand": "{colour}: {count}",
    "arena.to_move": "plays now",
    "arena.stack": "{stack}: base {base}, {between}{top} on top",
    "arena.stack.bare": "{stack}: base {base}",
    "arena.stack.locked": "{stack}; locked",
    "arena.status.one": "{name} plays · last turn",
    "arena.status.other": "{name} plays · {count} turns left",
    "arena.status.handover": "Everyone looks at a secret colour",
    "arena.status.over": "All pyramids are placed",
    "arena.status.revealed": "The game is over",
    "arena.peek": "Hold to see your secret colour",
    "arena.inspect": "Look into a stack",
    "arena.inspect.choose": "Tap the stack you want to look into.",
    "arena.inspect.title.one": "Stack {stack}: {count} piece",
    "arena.inspect.title.other": "Stack {stack}: {count} pieces",
    "arena.inspect.base": "{colour} base",
    "arena.inspect.mover": "{colour}",
    "arena.log": "Moves",
    "arena.log.empty": "No move yet.",
    "arena.log.cancel": "both vanish",
    "arena.missing": "Not in this game: {colours}.",
    "arena.missing.none": "All six colours are in this game.",
    "arena.choose": "Choose one of your pieces first.",
    "arena.illegal.locked": "{colour} was played here just now; {stack} is locked for this turn.",
    "arena.illegal.base": "A bare {colour} base takes no {colour}.",
    "arena.illegal.hand": "You have no {colour} piece left.",
    "arena.handover.pass": "Pass the device to {name}",
    "arena.handover.text": "Only this player looks at the screen now.",
    "arena.handover.look": "Hold to see your colour",
    "arena.handover.next": "Seen; on to the next player",
    "arena.handover.begin": "Seen; begin the game",
    "arena.target": "{name}, your colour is <b>{colour}</b>",
    "arena.no_target": "This game was set up without that target.",
    "arena.end": "All pyramids are placed",
    "arena.end.revealed": "The colours are shown",
    "arena.reveal": "Show the secret colours",
    "arena.result": "The result",
    "arena.result.board": "See the board",
    "arena.result.colour": "Colour",
    "arena.result.owner": "Player",
    "arena.result.topped": "Stacks",
    "arena.result.tall.head": "Of 2 or more",
    "arena.result.tallest": "Tallest",
    "arena.result.left_over": "nobody",
    "arena.result.open": "not known",
    "arena.stacks.one": "{count} stack",
    "arena.stacks.other": "{count} stacks",
    "arena.tall.one": "{count} stack of two or more pieces",
    "arena.tall.other": "{count} stacks of two or more pieces",
    "arena.result.stacks": "{name} wins: {colour} tops {stacks}, more than the others.",
    "arena.result.tall": "{tied} top {stacks} each. {name} wins the tie with {colour}: "
    "{tall}, more than the others.",
    "arena.result.height": "{tied} top {stacks} each, and as many of two or more pieces. "
    "{name} wins the tie with {colour}: the tallest stack, {height} high.",
    "arena.result.shared": "{names} share the win: the same number of stacks, of stacks of two or "
    "more pieces, and tallest stacks of the same height.",
    "arena.result.unknown": "Not every secret colour of this game is known, so nobody wins.",
    "arena.result.unowned": "{colour} tops more, {stacks}, but it is nobody's secret colour "
    "and cannot win.",
    "arena.new.title": "A new game",
    "arena.new.players": "How many players?",
    "arena.new.names": "Names",
    "arena.new.dealing": "How are the pieces dealt?",
    "arena.new.random": "At random",
    "arena.new.random.note": "Hands of the same size",
    "arena.new.equal": "Equally",
    "arena.new.equal.note": "The same colours for everyone",
    "arena.rules": """Every player has a secret colour. When all pyramids are placed, the colour that tops most stacks wins.
# The pieces
Each colour has one target, four bases with one ring and six movers with two rings. Four players use six colours, three players five, two players four; which colours stay out is left to chance.
The bases stand in the arena and never leave it. Each player draws a target unseen; two targets are left over. Movers are dealt at random, or equally among two or three players. Hands lie open, only the targets are secret.
# Your turn
Put one of your movers on one stack. You may not pass.
On another colour, the mover becomes the new top. On a mover of its own colour, both leave the game and the piece below is the top again. On a bare base of its own colour it may not go.
The stack that was just played on is locked for you, also when that play made two movers vanish.
# The end
When all hands are empty the targets are shown. The colour that tops most stacks wins; a bare base counts for its colour. If it is a tie: most stacks of two or more pieces; then the tallest stack; then the win is shared.
Colours that nobody owns cannot win.
The original text leaves some things open; we chose: a random player begins, the bases stand in a shuffled grid, the lock also holds after two movers vanished, and the base counts as one piece of its stack.""",
}
