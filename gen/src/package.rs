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

pub(crate) use constraints::fill;
pub use context::{Context, ContextError};
pub use error::{PackageError, ReadError, WriteError};
pub use manifest::{Manifest, ManifestFile};
pub use verify::{verify, Fault, Verified};

use crate::{header, several, Design};
use serde::Serialize;

/// One file of a package.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct File {
    /// Plain file name, without a directory.
    pub path: String,
    /// Complete text.
    pub text: String,
}

/// All files of one or more designs. The manifest is the last.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Package {
    /// Name of the topmost module of the first design.
    pub top: String,
    /// Names of those of all others.
    pub others: Vec<String>,
    /// The files, in reading order.
    pub files: Vec<File>,
}

impl Package {
    /// Makes the files of `design`. Each Verilog file begins with the configuration. The output is a
    /// function of the arguments alone: equal on every machine and on every day.
    ///
    /// # Errors
    ///
    /// If the names of two files differ at most in case ([`PackageError::Twice`]), or a module has
    /// a name with a separator ([`PackageError::NotAFileName`]). The other variants indicate a
    /// fault of this crate.
    pub fn new(design: &Design, context: &Context) -> Result<Self, PackageError> {
        Self::several(vec![(design.clone(), context.clone())])
    }

    /// Makes the files of designs of one configuration, at least one, that become parts of one larger
    /// design. Modules that are equal are written once; others of the same name get different names.
    ///
    /// # Errors
    ///
    /// As [`Self::new`].
    ///
    /// # Panics
    ///
    /// If there is no design.
    pub fn several(parts: Vec<(Design, Context)>) -> Result<Self, PackageError> {
        let (designs, contexts): (Vec<_>, Vec<_>) = parts.into_iter().unzip();
        let is_alone = designs.len() == 1;
        let designs = several::distinct(designs);
        let mut files: Vec<File> = Vec::new();
        for (design, context) in designs.iter().zip(&contexts) {
            for file in of_design(design, context, is_alone)? {
                // Constraints of a module that several designs have.
                if files.contains(&file) {
                    continue;
                }
                // A module of several designs, whose annotated form has precedence.
                let known = files.iter_mut().find(|known| known.path == file.path);
                match known.filter(|_| file.path.ends_with(".v")) {
                    Some(known) if known.text.len() < file.text.len() => *known = file,
                    Some(_) => {}
                    None => files.push(file),
                }
            }
        }
        files.push(manifest::render(&designs, &contexts[0], &files)?);
        check_names(&files)?;
        let mut tops = designs.into_iter().map(|design| design.top.module);
        let top = tops.next().expect("at least one design");
        Ok(Package { top, others: tops.collect(), files })
    }

    /// Returns the Verilog files, each after its dependencies.
    pub fn verilog(&self) -> impl Iterator<Item = &str> {
        self.files.iter().map(|file| file.path.as_str()).filter(|path| path.ends_with(".v"))
    }
}

/// Returns the files of one design, without the manifest.
fn of_design(
    design: &Design,
    context: &Context,
    is_alone: bool,
) -> Result<Vec<File>, PackageError> {
    let top = &design.top.module;
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
    let vhdl = format!("{}.vhd", vhdl::package_name(top));
    files.push(File { path: vhdl, text: vhdl::render(design, context) });
    files.push(File { path: format!("{top}.core"), text: core::render(design, context)? });
    files.extend(constraints::render(design, context)?);
    files.extend(floorplan::render(design, context)?);
    let component = ip_xact::render(design, context, &files)?;
    let path = if is_alone { ip_xact::NAME.into() } else { format!("{top}_{}", ip_xact::NAME) };
    files.push(File { path, text: component });
    Ok(files)
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
