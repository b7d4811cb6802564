### The prompt's own phrases, in addition to redis-cli's

line-too-long = Not run: a line may have up to 64 KiB here.
line-with-nul = Not run: a line ends at a NUL byte, and something stands behind one. Within double quotes it is written \x00.
too-many-times = Not run: a count may go up to 1,000,000 here.
too-much-at-once = Not run: what waits to be run may have up to 4 MiB here.
one-server = Not run: the only server here is the one in this page.
output-cut = Only the first 64 KiB are shown.
silence = No reply, as CLIENT REPLY asked. CLIENT REPLY ON brings them back.
disconnected = The connection is closed, and its MULTI, WATCH and name are gone. Enter connects again, to database 0.
# For a client that is sent what it has not asked for. `Ctrl+C` is redis-cli's own way.
subscribed = Messages are shown here as they arrive. RESET ends the subscription, and so does Ctrl+C.
monitor-on = Every command that the server runs is shown here. RESET ends MONITOR, and so does Ctrl+C.
monitor-refuses = This client is in MONITOR, where it cannot use keys. RESET ends MONITOR, and so does Ctrl+C.
# $groups (String)
help =
    To get help:
      help SETNX      what a command takes, and what it does
      help @string    the commands of a group: { $groups }

    Beside commands, the prompt knows:
      clear           empties the log; the keys stay
      quit            closes this connection
      :set nohints    no more grey hints; :set hints brings them back
      3 INCR c        runs a command several times
summary = summary:{" "}
since = since:{" "}
group = group:{" "}
clear = Empties the log; the keys stay
what-help-says = Says what a command or a group is about
hints = Grey hints while typing
no-hints = No grey hints
no-such-command = There is no such command here.
quit = Closes this connection
a-group = A group of commands
never-expires = never expires
# $seconds (Number)
expires-in = expires in { $seconds } s
left-out = Redis has this command; it is left out here.
# $groups (String)
no-such-group = There is no such group. The groups are { $groups }.
# For a line that begins with the name of redis-cli.
already-here = This is the prompt of redis-cli already: type only what follows “redis-cli”.
# $command (String)
did-you-mean = Did you mean { $command }?
# $mode (String)
of-another-mode = This command exists in the mode { $mode } alone.
# $reason (String)
part-missing = Not run: this needs a part of the engine that could not be loaded. { $reason }
# $mark (String)
typographic = { $mark } is a typographic character, which Redis takes for a part of the word: it reads only straight quotes and hyphens.
no-break-space = The line has a no-break space (U+00A0), which Redis takes for a part of the word: only an ordinary space ends a word.
# $number (Number)
# $line (String)
line-of-script = Line { $number } of the script: { $line }
# $level (String)
# $line (String)
script-log = redis.log, { $level }: { $line }
stopped = Stopped.
# $done (Number)
# $total (Number)
stopped-after = Stopped after { $done } of { $total } times.
# $lines (Number)
stopped-before = { $lines ->
    [one] Stopped. 1 more was not run.
   *[other] Stopped. { $lines } more were not run.
 }
