//! A lock.
//!
//! ```redis
//! redis> SETNX lock.foo 105
//! (integer) 1
//! ```
//!
//! ```console
//! $ ls -l
//! ```
