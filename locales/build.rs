//! Makes the words of the page of the messages in `locales/`.

fn main() {
    for name in ["prompt", "timeline", "play", "search", "tool"] {
        phrases::build(name);
    }
}
