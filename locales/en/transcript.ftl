### Why a reply that differs is not called wrong.

behind = a line above could not be run here, and this reply may depend on it

chance = parts of it are others in every run
expired = it is right if a time to live was over by then

# $key (String)
# $line (String) a line of the transcript
# $why (Phrase) what was wrong with it
depends = it depends on { $key }, and so on `{ $line }`, { $why }
# $line (String)
# $why (Phrase)
may-depend = it may depend on `{ $line }`, { $why }
# The line before which this is said
line-refused = which could not be run
line-failed = which failed
line-chosen = whose reply is another in every run
line-differed = whose reply differs
# $key (String)
unwritten = nothing above has written { $key }
empty = nothing above has written such a key
others = it depends on other clients and servers
untold = nothing above has changed what it tells of
transaction = the transaction has a line that could not be run

waits = it waits for another client
