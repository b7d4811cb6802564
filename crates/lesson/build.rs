//! Makes the crate's phrases of the messages in `locales/`, and its lessons of the files in `lessons/`.

fn main() {
    phrases::build("challenges");
    phrases::build("lessons");
    lessons::build_lessons();
}
