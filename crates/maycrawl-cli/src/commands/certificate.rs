//! Certificates: the file that `--certificate` names.

use std::path::Path;

use maycrawl_effects::{Budget, CertificateError, Minimised};
use serde::Serialize;

use crate::atomic_write;
use crate::text::output::Failure;

/// Writes a certificate, as one line of JSON. Where there is none, no file is written.
pub(super) fn write<C: Serialize>(
    path: &Path,
    prove: impl FnOnce(&mut Budget<'_>) -> Result<C, CertificateError>,
) -> Result<(), Failure> {
    // About ten seconds: a person waits for it.
    let proved = prove(&mut { Minimised::BUDGET })
        .map_err(|error| Failure::new(format!("no certificate: {error}")))?;
    let mut json = serde_json::to_vec(&proved).map_err(|error| Failure::new(error.to_string()))?;
    json.push(b'\n');
    atomic_write::overwrite(path, &json).map_err(|error| atomic_write::failure(path, &error))
}
