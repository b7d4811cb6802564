//! The wall clock. Only the prompt reads it: everything below takes the time as an argument.

/// Unix time in milliseconds, as this device has it.
pub fn now_ms() -> i64 {
    js_sys::Date::now() as i64
}
