### What the tool setnx-transcript says of a real server.

# $name (String) a command
not-allowed = { $name } reaches beyond keys: `--allow "{ $name }"` sends it
# $name (String) a command
goes-on = { $name } has replies that go on
no-reply = the server gave no reply within 5 seconds
closed = the server closed the connection
too-often = a count may go up to 10,000 here
