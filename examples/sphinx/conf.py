project = "Locks"
extensions = []
html_theme = "furo"
html_static_path = ["_static"]
html_js_files = [("v0.1.0/embed.js", {"type": "module", "data-upgrade": "div.redis"})]
