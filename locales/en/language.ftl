### The language itself.

# The name of the language in itself, for the switch of the page.
name = English
