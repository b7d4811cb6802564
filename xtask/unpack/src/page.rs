//! The exports for the page's script: `begin`, and `go` until it is done.
#![allow(
    unsafe_code,
    reason = "without a generated script a module is told places in its memory"
)]

use core::arch::wasm32;
use core::slice;

use crate::Unpacking;

static mut UNPACKING: Option<Unpacking<'static>> = None;

/// Begins to write the whole module of this length behind the packed one, which is here.
#[unsafe(no_mangle)]
extern "C" fn begin(at: usize, bytes: usize, length: usize) {
    // SAFETY: the script has grown the memory by both lengths, and nothing else is there. The two do not overlap. It calls this once, and
    // there is one thread.
    unsafe {
        let packed = slice::from_raw_parts(at as *const u8, bytes);
        let whole = slice::from_raw_parts_mut((at + bytes) as *mut u8, length);
        UNPACKING = Some(Unpacking::begin(packed, whole));
    }
}

/// Writes as many functions, and tells whether there are more.
#[unsafe(no_mangle)]
extern "C" fn go(functions: usize) -> bool {
    let unpacking = &raw mut UNPACKING;
    // SAFETY: there is one thread, and nothing else refers to it meanwhile.
    let unpacking = unsafe { (*unpacking).as_mut() };
    unpacking.is_some_and(|unpacking| unpacking.go(functions))
}

#[panic_handler]
fn panicked(_: &core::panic::PanicInfo<'_>) -> ! {
    wasm32::unreachable()
}
