//! What the page's script calls.
#![allow(
    unsafe_code,
    reason = "without a generated script a module is told places in its memory"
)]

use core::arch::wasm32;
use core::slice;

/// Writes the whole module of this length behind the packed one, which is here.
#[unsafe(no_mangle)]
extern "C" fn unpack(at: usize, bytes: usize, length: usize) {
    // SAFETY: the script has grown the memory by both lengths, and nothing else is there. The two do not overlap.
    let (packed, whole) = unsafe {
        (
            slice::from_raw_parts(at as *const u8, bytes),
            slice::from_raw_parts_mut((at + bytes) as *mut u8, length),
        )
    };
    crate::unpack(packed, whole);
}

#[panic_handler]
fn panicked(_: &core::panic::PanicInfo<'_>) -> ! {
    wasm32::unreachable()
}
