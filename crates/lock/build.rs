//! Makes the crate's phrases of the messages in `locales/`, and its algorithms of the programs in `programs/`.

fn main() {
    phrases::build("lock");
    phrases::build("programs");
    lessons::build_programs();
}
