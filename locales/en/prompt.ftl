### The prompt's controls and labels.

# Before a reply that the page has and that is right, where the line cannot be run here.
kept = As this page has it:{" "}
# Before a reply that the page has and that is another here.
written = This page has another reply:{" "}
prompt = Redis prompt
log = Commands and replies
input = Redis command; Enter runs it, Tab completes it; after Escape, Tab leaves
empty = type a command; Tab completes it
# Keys that touch screens lack.
tab = Tab
interrupt = Ctrl+C
open-quote = a quote is open; Ctrl+C drops the line
copy = Copy
clear = Clear
reset-label = Reset
reset-hint = Begin again with an empty keyspace and the example
cleared = Cleared; the keys are still there
reset = A fresh keyspace
copied = Copied
selected = The browser keeps the clipboard to itself: the text is selected, copy it with Ctrl+C
too-long = Not pasted: a line takes 64 KiB at most, and this is longer. Paste it in parts, with APPEND
clients = Clients
unseen = new output
open = + Client
open-hint = Another connection to the same keyspace, with its own database, MULTI and WATCH
running = Running
waiting = Waits: the server is busy with another client's command
loading = Waits: a part of the engine is being loaded
stop = Stop
keyspace = Keys; the arrow keys go through them, Enter puts GET of a string at the prompt and opens any other value
no-keys = No keys. SET one, and it shows here.
completions = Completions
leaving = Tab leaves the prompt now
search = Search earlier commands; Ctrl+R goes further back, Enter runs what is found, Tab takes it to the prompt
search-prompt = search:{" "}
not-found = No earlier command has this
# $entries (Number)
dropped = { $entries } earlier entries are no longer kept
# A command that waits for a key, for some seconds so far.
# $waited (Number)
blocked = Waits for another client: { $waited } s
# The same, and for how many more at most.
# $waited (Number)
# $left (Number)
blocked-until = Waits for another client: { $waited } s, gives up in { $left } s
# The heading of the view: how many keys a database has.
# $database (Number)
# $keys (Number)
# $count (String) the same number with its thousands apart
keys-of = { $keys ->
    [one] db{ $database }: 1 key
   *[other] db{ $database }: { $count } keys
 }
# How much of the keyspace's room is used.
# $used (Phrase)
# $max (Phrase)
used = { $used } of { $max }
# $count (String)
bytes = { $count } bytes
# $elements (Number)
# $count (String)
elements = { $elements ->
    [one] 1 element
   *[other] { $count } elements
 }
# $lines (Number)
# $count (String)
waiting-lines = { $lines ->
    [one] 1 line waits
   *[other] { $count } lines wait
 }
# The button that closes a client.
# $client (String)
close = Close { $client }
# What is shown of how many elements.
# $first (String)
# $last (String)
# $all (String)
range = { $first }–{ $last } of { $all }
# $name (String)
elements-of = Elements of { $name }
# $count (Number)
scripts = Scripts and libraries: { $count }
# $count (Number)
library = library, functions: { $count }
more-elements = More
back = Back
close-value = Close
