//! Scripts in wasm, whose addresses have 32 bits, answer as on the host and as redis-server does: `tests/lua` asks both.

#[path = "../lua/far.rs"]
mod far;

use setnx_playground::keyspace::Server;
use wasm_bindgen_test::wasm_bindgen_test;

#[wasm_bindgen_test]
fn positions_and_sizes_beyond_the_addresses_answer_as_on_the_host() {
    let engine = setnx_playground::lua::engine();
    let mut server = Server::new().with_script_engine(engine);
    let id = server.connect();
    let differences = far::differences(|argv| {
        let reply = server.execute(id, 1_700_000_000_000, argv);
        let mut bytes = Vec::new();
        reply.encode(server.protocol(id), &mut bytes);
        bytes
    });
    assert!(differences.is_empty(), "\n{}", differences.join("\n"));
}
