project = "Locks"
extensions = []
# Pygments knows no lexer of this name, which is a warning, and with -W an error.
suppress_warnings = ["misc.highlighting_failure"]
html_js_files = [("/v0.1.0/embed.js", {"type": "module", "data-upgrade": ".highlight-redis pre"})]
