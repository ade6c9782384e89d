"""English. `TEXT` has a line for each sentence, `key = words`; further lines of it are indented."""


def plural(count: int) -> str:
    """Return the grammatical number of a count: a key's ending."""
    return "one" if count == 1 else "other"


TEXT = """
# The page, and what boot.js shows before or without Python; index.html holds these too.
title = Vanishing Pyramids
tagline = Two games about things that disappear.
arena.title = The Arena
arena.blurb = Stack pyramids for a colour only you know. Two to four people, one device.
piramide.title = La Piramide
piramide.blurb = An Italian solitaire: pairs that make ten leave the pyramid.
boot.loading = Setting the table…
boot.progress = Loading
boot.title = The game cannot start
boot.file = This page was opened as a file, and browsers do not let a file load its parts. In the project's folder run “make play”, then open the address it prints.
boot.unbuilt = These are the sources; the site is not built yet. In the project's folder run “make play”, then open the address it prints.
boot.wasm = This browser has no WebAssembly, which the game needs. A current Firefox, Chrome, Edge or Safari has it; some strict security settings switch it off.
boot.missing = A part of the game did not arrive. Check the connection and try again. Missing:
boot.crashed = The game stumbled over a fault of its own. Your game is saved; one tap brings it back as it stood.
boot.retry = Try again
boot.resume = Bring the game back
boot.noscript = The games are programs: please allow JavaScript for this page.

# Commands
command.play = Play
command.continue = Continue
command.new = New game
command.new.short = New
command.restart = Restart
command.again = Same deal again
command.next = New deal
command.undo = Undo
command.redo = Redo
command.rules = Rules
command.home = Home
command.settings = Settings
command.close = Close
command.cancel = Cancel
command.deal = Deal
command.export = Save it to a file
command.ok = OK
command.hint = Hint
command.keys = Keys
command.daily = Daily deal
command.stats = Statistics
command.share = Share
command.oracle = Could it be won?
command.line-previous = Back
command.line-next = Next
command.line-stop = My game

# Settings
settings.title = Settings
settings.theme = Colours
settings.theme.system = As the device
settings.theme.light = Light
settings.theme.dark = Dark
settings.theme.contrast = High contrast
settings.deck = Cards
settings.deck.italian = Italian
settings.deck.french = French
settings.back = Card backs
settings.back.1 = Lozenges
settings.back.2 = Interlace
settings.back.3 = Sun
settings.speed = Motion
settings.speed.normal = Normal
settings.speed.fast = Fast
settings.speed.off = Off
settings.side = Commands for the
settings.side.right = Right hand
settings.side.left = Left hand
settings.sound = Sound
settings.sound.off = Off
settings.sound.soft = Soft
settings.sound.loud = Loud
settings.vibration = Vibration
settings.vibration.off = Off
settings.vibration.on = On
settings.clock = La Piramide: a clock
settings.clock.off = Off
settings.clock.on = On
settings.partners = La Piramide: partners glow
settings.partners.off = Off
settings.partners.on = On
settings.autore = La Piramide: a Re leaves by itself
settings.autore.off = Off
settings.autore.on = On

# In another page
embed.command = Put it in your page
embed.setting = In another page
embed.title = A game in your page
embed.text = Copy this text into the HTML of your page. The game appears there in a frame.
embed.game = Game
embed.game.deal = This deal
embed.game.piramide = La Piramide
embed.game.daily = Daily deal
embed.game.arena = The Arena
embed.theme = Colours
embed.fit = Height
embed.fit.on = Fitted by a script
embed.fit.off = Fixed, no script
embed.snippet = The text to copy
embed.preview = How it will look
embed.copy = Copy
embed.copied = Copied.
embed.refused = The browser does not let the page copy. The text is chosen: copy it yourself.
embed.full = Full page

# Living on the device
offline.badge.asking = Offline: …
offline.badge.no = Not offline yet
offline.badge.caching = Caching {percent} %
offline.badge.ready = Ready offline
offline.badge.update = New version
offline.title = Without a connection
offline.asking = The page is looking what is stored on this device.
offline.ready = The games are stored on this device. They work without a connection, also after the browser was closed.
offline.caching = The games are being stored on this device: {percent} %.
offline.no = Not everything is stored on this device yet, so a connection is needed.
offline.unsupported = Here the page cannot be stored: the browser does not offer it, or not in this kind of window. A connection is needed to open it.
offline.frame = The game is part of another page, and nothing is stored before you touch it.
offline.trouble = The page could not be stored. The browser says: {reason}
offline.games.kept = Both games: stored, {size} MB.
offline.games.part = Both games: {kept} of {size} MB.
offline.later.kept = All the rest, such as the solver: stored, {size} MB.
offline.later.part = All the rest, such as the solver: {kept} of {size} MB.
offline.later.unwanted = All the rest, such as the solver, {size} MB, is stored when you first use it.
offline.fetch = Store all now
offline.retry = Try again
offline.waiting = On their way: {files}
offline.why.network = did not arrive
offline.why.status = the server answers {status}
offline.why.changed = is of another version, or damaged
offline.why.full = there is no room left on this device
offline.more.one = and {count} more file
offline.more.other = and {count} more files
offline.coming = A new version is on its way.
offline.stopped = A new version did not arrive completely. The present one stays.
offline.update = A new version is ready. Your game is saved and goes on in it.
offline.update.now = Update
offline.update.later = Later
offline.updating = Changing to the new version…
offline.kept = The browser has promised to keep what is stored.
offline.note = The browser may clean up what is stored when it needs room; Safari does after seven days without a visit, unless the page is on the home screen. The settings can save everything to a file.
install.command = Install
install.title = Put it on the home screen
install.ios =
  Tap the Share button of the browser, a square with an arrow.
  Choose “Add to Home Screen”.
backup.title = Load from a file
backup.setting = Everything that is kept
backup.save = Save to a file
backup.load = Load from a file
backup.take_back = Undo the loading
backup.preview = This is in the file:
backup.preview.note = What is replaced can be had back: the settings can undo the loading.
backup.load.now = Load it
backup.file = In the file
backup.here = On this device
backup.added = Will be added.
backup.replaced = Will be replaced.
backup.stays = Stays as it is.
backup.piramide.statistics = Statistics
backup.settings = Settings
backup.nothing = nothing
backup.some = kept
backup.damaged = unreadable
backup.moves.one = a game with {count} move
backup.moves.other = a game with {count} moves
backup.earlier.one = {count} earlier game
backup.earlier.other = {count} earlier games
backup.played.one = {count} game
backup.played.other = {count} games
backup.others.one = And {count} other entry.
backup.others.other = And {count} other entries.
backup.bad = Nothing was changed. This is not a file with saved games: {reason}.
backup.unreadable = it cannot be read, or is too large
backup.full = there is no room left for it in this browser
backup.done = The file is loaded.

# Messages that both games share
message.restarted = Back at the start. Undo returns to where you were.
message.dealt = A new game is dealt. Undo returns to the earlier one.
message.back = The earlier game is back.
message.nothing_to_undo = There is nothing to undo.
message.unsaved = This browser does not let the page save games. You can play on, but closing the page ends the game.
message.damaged = The saved game could not be read. It was put aside, nothing was deleted.
message.future = The saved game is from a newer version of this page. It was put aside, nothing was deleted.
message.other_tab = This game went on in another tab; here is where it stands.
message.bad_address = That address names no game: {reason}.
illegal.over = The game is over.

# La Piramide
piramide.deal = Deal {deal}
piramide.own_deck = Own deck
piramide.daily = Daily deal {date}
piramide.left.one = {count} card left
piramide.left.other = {count} cards left
piramide.moves.one = {count} move
piramide.moves.other = {count} moves
piramide.move.draw = draw a card
piramide.move.redeal = turn the waste over
piramide.move.king = remove the {card}
piramide.move.pair = remove {first} and {second}
piramide.board = The pyramid
piramide.piles = Stock and waste
piramide.stock = Stock
piramide.stock.label.one = Stock, {count} card
piramide.stock.label.other = Stock, {count} cards
piramide.stock.redeal.one = Stock, empty; turn the waste over, {count} time left
piramide.stock.redeal.other = Stock, empty; turn the waste over, {count} times left
piramide.drawn = Drawn
piramide.drawn.label = Drawn card: {card}
piramide.drawn.empty = Drawn card: none
piramide.waste = Waste
piramide.waste.label.one = Waste, {count} card, on top {card}
piramide.waste.label.other = Waste, {count} cards, on top {card}
piramide.waste.empty = Waste, empty
piramide.slot = Row {row}, card {column}: {card}
piramide.slot.covered = Row {row}, card {column}: {card}, covered
piramide.slot.face_down = Row {row}, card {column}: face down
piramide.slot.gone = Row {row}, card {column}: gone
card.name = {rank} of {suit}
card.rank.A = Asso
card.rank.F = Fante (8)
card.rank.C = Cavallo (9)
card.rank.R = Re (10)
card.suit.c = coppe
card.suit.d = denari
card.suit.s = spade
card.suit.b = bastoni
piramide.covered = That card is still covered.
illegal.sum = {first} and {second} make {total}, not 10.
illegal.unavailable = That card is not available now.
illegal.removal_left = A removal is left, so the stock stays closed: look again.
illegal.stock = The stock is empty; it is never turned over.
illegal.redeals = The stock is empty and was turned over as often as allowed.
illegal.redeal_early = The stock is not empty yet.
illegal.redeal_nothing = There is no waste to turn over.
piramide.won = Won!
piramide.won.text = The pyramid is gone.
piramide.won.no_undo = Without help, and no move was taken back.
piramide.won.clean = Without help.
piramide.won.hints = With help from what you can see.
piramide.won.oracle = With help of the all-knowing.
piramide.won.seen = You had seen this deal before.
piramide.lost = No move is left
piramide.lost.text.one = {count} card stays in the pyramid.
piramide.lost.text.other = {count} cards stay in the pyramid.
piramide.new.title = A new solitaire
piramide.new.variant = How to play
piramide.new.deal = Which deal
piramide.new.any = Any deal
piramide.new.winnable = Winnable only
piramide.new.number = Deal number, or 40 cards
piramide.new.number.note = Leave it empty for a surprise
piramide.new.bad_number = A deal number is a whole number from 0 to {last}.
piramide.new.deck.unknown = {card} is no card. Write all 40 as rank and suit: A 2 3 4 5 6 7 F C R and c d s b, such as 7d.
piramide.new.deck.doubled = The deck holds the {card} twice.
piramide.new.deck.missing = The deck has {count} cards; the {card} is missing.
variant.classica = Classica
variant.classica.note = Draw only when no removal is left
variant.libera = Pesca libera
variant.libera.note = Draw whenever you like; easier
variant.scoperta = Scoperta
variant.scoperta.note = The whole pyramid lies face up
variant.sette = Sette file
variant.sette.note = Seven rows, a small stock; hard
variant.giro = Un giro in più
variant.giro.note = The waste may be turned over once
variant.giri = Due giri in più
variant.joined = Varianti miste
variant.joined.note = As in the present game
search.winnable = Looking for a deal that can be won
search.daily = Looking for the deal of {date}
search.bar = Looking
search.thinking = Thinking…
search.tried = {count} deals looked at
search.gave_up = That search was too large, so nobody knows.
hint.title = Help
hint.fair = From what you can see
hint.fair.note = Tries out many ways the hidden cards may lie. It knows no more than you do.
hint.move = Show a move
hint.chance = My chance to win
hint.over = The game is over.
hint.best = Best so far: {move}.
hint.show = Show it on the table
hint.meter = Chance to win: {percent} %, probably between {low} and {high} %
hint.meter.note = {count} ways the hidden cards may lie were played out by a plain rule. Somebody who knew all cards would win {ceiling} % of them.
hint.oracle = All-knowing
hint.oracle.note = Looks at every card, also those that lie face down.
hint.oracle.ask = Can this deal still be won?
hint.oracle.yes = Yes, it can still be won.
hint.oracle.no = No: this deal cannot be won, whatever one does.
hint.oracle.thrown = Not from here. Move {ply} threw it away: {move}.
hint.oracle.unknown = Nobody knows: the search was too large.
hint.oracle.line.one = Show the winning line, {count} move
hint.oracle.line.other = Show the winning line, {count} moves
hint.used = Help in this game: {help}.
hint.used.none = This game has had no help so far.
hint.used.hints.one = from what you can see once
hint.used.hints.other = from what you can see {count} times
hint.used.oracle.one = all-knowing once
hint.used.oracle.other = all-knowing {count} times
hint.glow = Hint: {move}.
brain.loading = Fetching the strong player: {done} of {total} MB
brain.starting = Starting the strong player…
brain.failed = The strong player cannot start here; the page thinks by itself.
line.status = A winning line: step {step} of {steps}
line.next = Next: {move}
line.won = Won
line.busy = This is the winning line; your own game waits.
line.ended = Your own game is back.
daily.title = Daily deals
daily.month = {month} {year}
daily.month.1 = January
daily.month.2 = February
daily.month.3 = March
daily.month.4 = April
daily.month.5 = May
daily.month.6 = June
daily.month.7 = July
daily.month.8 = August
daily.month.9 = September
daily.month.10 = October
daily.month.11 = November
daily.month.12 = December
daily.day.0 = Mo
daily.day.1 = Tu
daily.day.2 = We
daily.day.3 = Th
daily.day.4 = Fr
daily.day.5 = Sa
daily.day.6 = Su
daily.before = The month before
daily.after = The month after
daily.won.one = {count} daily deal won.
daily.won.other = {count} daily deals won.
daily.note = The same deal for everyone, and it can be won.
daily.play = Play today’s
daily.label = {date}: {end}
daily.end.open = not played
daily.end.won = won
daily.end.lost = lost
daily.end.left = left unfinished
daily.end.future = not yet
daily.bad = {date} is no day of the calendar.
daily.future = The deal of {date} is dealt on that day.
share.title = La Piramide, daily deal {date}
share.won.one = Won in {count} move,
share.won.other = Won in {count} moves,
share.lost.one = Not won, {count} card left,
share.lost.other = Not won, {count} cards left,
share.help.none = without help
share.help.hints = with hints
share.help.all = with the all-knowing
share.copied = The result is on the clipboard.
share.by_hand = This browser lets the page neither share nor copy. Here is the text:
share.result = The result
stats.title = Statistics
stats.played = Played
stats.won = Won
stats.winnable = Of the deals that could be won
stats.clean = Won without help
stats.no_undo = Won without undo
stats.streak = Current streak
stats.longest = Longest streak
stats.best = Best time
stats.average = Moves in a win, on average
stats.unknown = Lost, and nobody knows if it could be won
stats.share = {count} ({percent} %)
stats.of = {part} of {whole}
stats.chart.one = The last game: {won} won.
stats.chart.other = The last {count} games: {won} won.
stats.chart.note = Up: won, golden without help. Down: not won, deeper with more cards left.
stats.chart.empty = No game has ended yet.
stats.what = What counts as what
stats.what.text =
  A game counts once you have made its first move: when it is won, lost, or left for another one.
  A game left for another one counts as not won. Take it back with Undo, and it counts as what becomes of it.
  Beginning the same deal again goes on with the same game: it counts once, but as a deal seen before.
  A deal seen before counts as played, and as won, but never as won without help or undo; it sets no best time and leaves every streak as it is.
  A streak ends only with a deal that could have been won. A deal that cannot be won never breaks it, and neither does one of which nobody knows.
  “Won without help” means with neither kind of help; moves may have been taken back.
  The clock runs from the first move to the last, and only while the game can be seen.
stats.export = Save to a file
stats.import = Read from a file
stats.reset = Reset
stats.reset.sure = Set all numbers to zero?
stats.reset.yes = Yes, reset
stats.reset.done = All numbers are at zero. The earlier ones can be brought back.
stats.import.done = The statistics of the file are here. The earlier ones can be brought back.
stats.import.bad = That file holds no statistics of this game, and nothing was changed: {reason}.
stats.back = Bring the earlier numbers back
stats.back.done = The earlier numbers are back.
stats.back.failed = The earlier numbers could not be read.
stats.aside = Save the unreadable ones
stats.damaged = The statistics could not be read: {reason}. They were put aside, nothing was deleted.
keys.title = Keys
keys.arrows.keys = ← ↑ → ↓
keys.arrows = Walk over the cards
keys.enter.keys = Enter
keys.enter = Choose the card, or remove the chosen ones
keys.values.keys = 1–7 A F C R 0
keys.values = Choose a card by its value; again for the next one
keys.space.keys = Space
keys.space = Draw a card
keys.undo.keys = U
keys.undo = Undo
keys.redo.keys = R, Y
keys.redo = Redo
keys.hint.keys = H
keys.hint = Help
keys.new.keys = N
keys.new = New game
keys.escape.keys = Esc
keys.escape = Choose no card; close a dialog
keys.list.keys = ?
keys.list = This list
keys.note = R means the Re while no move can be redone; 0 always means the Re and Y always redo.
keys.none = No card worth {value} is available.
keys.chosen = {card}. It needs a {value}.
keys.king = {card}. Enter removes it.
keys.pair = {first} and {second}. Enter removes them.
piramide.rules =
  Forty cards: Asso counts 1, the numbers count themselves, Fante 8, Cavallo 9, Re 10. Suits do not matter.
  Twenty-one cards lie as a pyramid of six rows; only the last row is face up. The other nineteen are the stock.
  # Removing
  Two cards that make ten leave the game together. A Re leaves alone: tap it.
  You may use every uncovered card of the pyramid, the card just drawn, and the top of the waste. A card turns up by itself when both cards that cover it are gone.
  Tap one card and then the other, or drag one onto the other.
  # Drawing
  Only when no removal is left may you tap the stock for its next card. A drawn card that is not used goes to the waste. The stock is gone through once.
  # House rules, chosen when dealing
  Pesca libera: draw whenever you like. Scoperta: all cards of the pyramid lie face up, but a covered card still cannot be used. Sette file: seven rows, 28 cards, with 12 in the stock. Un giro in più: when the stock is empty and no removal is left, tap its place to turn the waste over, once.
  # The end
  You win as soon as the pyramid is empty, whatever is left elsewhere. You lose when no move is left.
  The original text leaves three things open; we chose: cards turn up by themselves, a drawn card reaches the waste when the next one is drawn, and two cards of the waste never pair.

# The Arena
arena.player = Player {number}
arena.and = {first} and {last}
arena.colour.O = orange
arena.colour.Y = yellow
arena.colour.V = violet
arena.colour.B = blue
arena.colour.G = green
arena.colour.P = pink
arena.board = The arena
arena.hands = Open hands
arena.tray = The hand of the player to move
arena.tray.of = {name}, your pieces
arena.hand = {colour}: {count}
arena.to_move = plays now
arena.stack = {stack}: base {base}, {between}{top} on top
arena.stack.bare = {stack}: base {base}
arena.stack.locked = {stack}; locked
arena.status.one = {name} plays · last turn
arena.status.other = {name} plays · {count} left
arena.status.handover = The secret colours
arena.status.over = All pyramids are placed
arena.status.revealed = The game is over
arena.peek = Hold to see your secret colour
arena.inspect = Look into a stack
arena.inspect.choose = Tap the stack you want to look into.
arena.inspect.title.one = Stack {stack}: {count} piece
arena.inspect.title.other = Stack {stack}: {count} pieces
arena.inspect.base = {colour} base
arena.inspect.mover = {colour}
arena.log = Moves
arena.log.empty = No move yet.
arena.log.cancel = both vanish
arena.missing = Not in this game: {colours}.
arena.missing.none = All six colours are in this game.
arena.choose = Choose one of your pieces first.
arena.illegal.locked = {colour} was played here just now; {stack} is locked for this turn.
arena.illegal.base = A bare {colour} base takes no {colour}.
arena.illegal.hand = You have no {colour} piece left.
arena.handover.pass = Pass the device to {name}
arena.handover.text = Only this player looks at the screen now.
arena.handover.look = Hold to see your colour
arena.handover.next = Done, next player
arena.handover.begin = Done, begin the game
arena.target = {name}, your colour is <b>{colour}</b>
arena.no_target = This game was set up without that target.
arena.end = All pyramids are placed
arena.end.revealed = The colours are shown
arena.reveal = Show the secret colours
arena.result = The result
arena.result.board = The board
arena.result.colour = Colour
arena.result.topped = Stacks
arena.result.tall.head = Of 2 and more
arena.result.tallest = Tallest
arena.result.left_over = nobody
arena.result.open = not known
arena.stacks.one = {count} stack
arena.stacks.other = {count} stacks
arena.tall.one = {count} stack of two or more pieces
arena.tall.other = {count} stacks of two or more pieces
arena.result.stacks = {name} wins: {colour} tops {stacks}, more than the others.
arena.result.tall = {tied} top {stacks} each. {name} wins the tie with {colour}: {tall}, more than the others.
arena.result.height = {tied} top {stacks} each, and as many of two or more pieces. {name} wins the tie with {colour}: the tallest stack, {height} high.
arena.result.shared = {names} share the win: the same number of stacks, of stacks of two or more pieces, and tallest stacks of the same height.
arena.result.unknown = Not every secret colour of this game is known, so nobody wins.
arena.result.unowned = {colour} tops more, {stacks}, but nobody owns it, so it cannot win.
arena.new.title = A new game
arena.new.players = How many players?
arena.new.names = Names
arena.new.twice = Two players cannot both be called {name}.
arena.new.dealing = How are pieces dealt?
arena.new.random = At random
arena.new.random.note = Hands of the same size
arena.new.equal = Equally
arena.new.equal.note = The same colours for everyone
arena.rules =
  Every player has a secret colour. When all pyramids are placed, the colour that tops most stacks wins.
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
  The original text leaves some things open; we chose: a random player begins, the bases stand in a shuffled grid, the lock also holds after two movers vanished, and the base counts as one piece of its stack.
"""
