//! `manifest.json`: the contents of a package and their origin.

use super::{Context, File, PackageError};
use crate::Design;
use serde::{Deserialize, Serialize};
use tailback_spec::PortTable;

/// File name of the manifest.
pub(super) const NAME: &str = "manifest.json";

/// Value of [`Manifest::tool`] that identifies a manifest of this tool.
const TOOL: &str = "tailback";

/// The contents of `manifest.json`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Manifest {
    /// Always `tailback`.
    pub tool: String,
    /// Version of the tool.
    pub version: String,
    /// Name of the configuration.
    pub configuration: String,
    /// BLAKE3 hash of the configuration's TOML text, in hexadecimal.
    pub configuration_blake3: String,
    /// Clock frequency in MHz.
    pub clock_mhz: f64,
    /// All other files of the package, in reading order.
    pub files: Vec<ManifestFile>,
    /// Ports of the topmost module, besides `clock` and `reset`.
    pub ports: PortTable,
    /// Ports of each further topmost module, if the package has several.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub others: Vec<PortTable>,
}

/// One file in a manifest.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ManifestFile {
    /// Plain file name, beside the manifest.
    pub path: String,
    /// BLAKE3 hash of the file's bytes, in hexadecimal.
    pub blake3: String,
}

impl Manifest {
    /// Parses a manifest; `None` if `bytes` are not a manifest of this tool.
    pub fn parse(bytes: &[u8]) -> Option<Self> {
        let manifest: Manifest = serde_json::from_slice(bytes).ok()?;
        (manifest.tool == TOOL).then_some(manifest)
    }
}

pub(super) fn render(
    designs: &[Design],
    context: &Context,
    files: &[File],
) -> Result<File, PackageError> {
    let mut tops = designs.iter().map(|design| design.top.clone());
    let manifest = Manifest {
        tool: TOOL.into(),
        version: env!("CARGO_PKG_VERSION").into(),
        configuration: context.configuration().into(),
        configuration_blake3: context.config_hash().into(),
        clock_mhz: context.clock_mhz(),
        files: files
            .iter()
            .map(|file| ManifestFile {
                path: file.path.clone(),
                blake3: blake3::hash(file.text.as_bytes()).to_hex().to_string(),
            })
            .collect(),
        ports: tops.next().expect("at least one design"),
        others: tops.collect(),
    };
    let text = serde_json::to_string_pretty(&manifest)? + "\n";
    Ok(File { path: NAME.into(), text })
}
