### The prompt's controls and labels.

# Before a reply that the page has and that is right, where the line cannot be run here.
kept = As this page has it:{" "}
# Before a reply that the page has and that is another here.
written = This page has another reply:{" "}
prompt = Redis prompt
log = Commands and replies
input = Redis command; Enter runs it, Tab completes it, the up and down arrows go through earlier ones; after Escape, Tab leaves
empty = type a command, or Tab
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
