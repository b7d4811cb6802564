### What a box says before its engine is there. `cargo xtask elements` writes it into static/embed/modules/phrases.js.

type = Type a command
loading = Loading…
# $lines (Number)
waiting = Loading… { $lines } waiting
start = Start
again = Try again
why = For the author
failed = This box could not be started, so what was written here stays as it is.
crashed = The engine has stopped on an error of its own. What stood in this box is lost; it can start afresh.
long = This text is too long to be run here, so it stands as it was written.
# $name (String) a command
kept = { $name } is not in this playground, so this text stays as it was written.
kept-session = An earlier text of this session could not be run here, so this text stays as it was written.
# Behind one of these two.
kept-above = {" "}The lines before it have been run below.
