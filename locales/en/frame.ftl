### What embed.html says in an iframe, and fit.js about one that stays blank. Those of embed.html are markup: frame.js fills
### <code data-said></code> and <code data-takes></code>.

title = Redis, live
# Without a script.
still = A live box belongs here; it needs JavaScript, and <code>frame.js</code> beside this page.
header = This box cannot start: its frame is sandboxed, and to a sandboxed frame the host of <code>embed.js</code> has to send the header <code>Access-Control-Allow-Origin: *</code>.
missing = This box cannot start: <code>embed.js</code>, which belongs beside this page, does not come.
name = <code data-said></code> is not an attribute of this box, so it was left out.
value = <code data-said></code> says nothing to this box, so it was left out. It takes <code data-takes></code>.
# $origin (String) the host of the frame
# $headers (String)
blank = The browser does not show this frame: this page sends Cross-Origin-Embedder-Policy, so { $origin } has to send { $headers }.
