//! `NAME.core`: the FuseSoC core description, in CAPI2.

use super::{constraints::fill, vhdl, Context, PackageError};
use crate::Design;
use minijinja::context;

/// Version of the core, equal to the version of the generator.
const VERSION: &str = env!("CARGO_PKG_VERSION");

pub(super) fn render(design: &Design, context: &Context) -> Result<String, PackageError> {
    let files: Vec<String> =
        design.modules.iter().map(|module| format!("{}.v", module.name)).collect();
    fill(
        "fusesoc.core",
        include_str!("../../constraints/fusesoc.core"),
        context! {
            module => &design.top.module,
            configuration => context.configuration(),
            version => VERSION,
            files,
            vhdl_package => vhdl::package_name(&design.top.module),
            clocked => design.top.is_sequential(),
        },
    )
}
