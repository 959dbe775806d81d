//! The files that deliver a design: Verilog, file list, VHDL component, FuseSoC core, constraints,
//! IP-XACT component, manifest and, on request, a floorplan.
//!
//! [`Package::new`] makes the files in memory; [`Package::write_to`] writes them so that a
//! directory holds either the old set or the new one, never a mixture.

mod constraints;
mod context;
mod core;
mod error;
mod file_list;
mod floorplan;
mod ip_xact;
mod manifest;
mod signals;
mod update;
mod verify;
mod vhdl;
mod write;

#[cfg(test)]
mod tests;

pub use context::{Context, ContextError};
pub use error::{PackageError, ReadError, WriteError};
pub use manifest::{Manifest, ManifestFile};
pub use verify::{verify, Fault, Verified};

use crate::{header, Design};
use serde::Serialize;

/// One file of a package.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct File {
    /// Plain file name, without a directory.
    pub path: String,
    /// Complete text.
    pub text: String,
}

/// All files of one design. The manifest is the last.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Package {
    /// Name of the topmost module.
    pub top: String,
    /// The files, in reading order.
    pub files: Vec<File>,
}

impl Package {
    /// Makes the files of `design`. Each Verilog file begins with the configuration. The output is a function of the arguments alone: equal on every
    /// machine and on every day.
    ///
    /// # Errors
    ///
    /// If the names of two files differ at most in case ([`PackageError::Twice`]), or a module has
    /// a name with a separator ([`PackageError::NotAFileName`]). The other variants indicate a
    /// fault of this crate.
    pub fn new(design: &Design, context: &Context) -> Result<Self, PackageError> {
        let top = design.top.module.clone();
        let mut files: Vec<File> = design
            .modules
            .iter()
            .map(|module| File {
                path: format!("{}.v", module.name),
                text: header::with_origin(module, context.origin()),
            })
            .collect();
        if let Some(last) = files.last_mut().filter(|_| context.has_interface_attributes()) {
            last.text = ip_xact::annotate(&last.text, design);
        }
        files.push(File { path: format!("{top}.f"), text: file_list::render(design) });
        let vhdl = format!("{}.vhd", vhdl::package_name(&top));
        files.push(File { path: vhdl, text: vhdl::render(design, context) });
        files.push(File { path: format!("{top}.core"), text: core::render(design, context)? });
        files.extend(constraints::render(design, context)?);
        files.extend(floorplan::render(design, context)?);
        files.push(ip_xact::render(design, context, &files)?);
        files.push(manifest::render(design, context, &files)?);
        check_names(&files)?;
        Ok(Package { top, files })
    }

    /// Returns the Verilog files, each after its dependencies.
    pub fn verilog(&self) -> impl Iterator<Item = &str> {
        self.files.iter().map(|file| file.path.as_str()).filter(|path| path.ends_with(".v"))
    }
}

/// Refuses file names that are equal or differ only in case, which would overwrite each other (the
/// latter on macOS and Windows), and names with a separator, which would leave the directory.
fn check_names(files: &[File]) -> Result<(), PackageError> {
    let mut seen = std::collections::BTreeSet::new();
    for file in files {
        if !write::is_plain(&file.path) {
            return Err(PackageError::NotAFileName { path: file.path.clone() });
        }
        if !seen.insert(file.path.to_lowercase()) {
            return Err(PackageError::Twice { path: file.path.clone() });
        }
    }
    Ok(())
}
