//! Makes the crate's phrases of the messages in `locales/`.

fn main() {
    phrases::build("transcript");
}
