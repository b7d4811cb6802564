//! Brotli and gzip, for weighing and for hosts that send compressed files.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Result;
use brotli::enc::BrotliEncoderParams;
use flate2::Compression;
use flate2::write::GzEncoder;
use fs_err as fs;

use crate::list;

/// Files shorter than this are sent as they are.
const COMPRESSED_BYTES_MIN: usize = 256;

/// Compresses every text and module of the folder beside it.
pub fn folder(folder: &Path) -> Result<()> {
    let is_sent = |path: &PathBuf| {
        let kind = path.extension().unwrap_or_default().to_string_lossy();
        ["js", "wasm", "html", "json"].contains(&&*kind)
    };
    for path in list(folder)?.into_iter().filter(is_sent) {
        let bytes = fs::read(&path)?;
        if bytes.len() < COMPRESSED_BYTES_MIN {
            continue;
        }
        let mut gzip = GzEncoder::new(Vec::new(), Compression::best());
        gzip.write_all(&bytes)?;
        fs::write(format!("{}.br", path.display()), brotli_11(&bytes))?;
        fs::write(format!("{}.gz", path.display()), gzip.finish()?)?;
    }
    Ok(())
}

/// The bytes after brotli at its slowest, with the window that browsers accept.
pub fn brotli_11(bytes: &[u8]) -> Vec<u8> {
    let params = BrotliEncoderParams {
        quality: 11,
        lgwin: 24,
        size_hint: bytes.len(),
        ..BrotliEncoderParams::default()
    };
    let mut compressed = Vec::new();
    // Neither end is a file: what reads a slice and writes a vector cannot fail.
    let _ = brotli::BrotliCompress(&mut &bytes[..], &mut compressed, &params);
    compressed
}
