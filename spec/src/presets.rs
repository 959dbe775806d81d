//! The configurations that come with tailback.

/// A configuration file by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Preset {
    /// The name, which is also that of the file in `examples/` and the `name` in it.
    pub name: &'static str,
    /// Short description of the configuration.
    pub about: &'static str,
    /// The commented file.
    pub toml: &'static str,
}

/// All presets; the first is the one to start from.
pub const ALL: [Preset; 5] = [
    Preset {
        name: "santos-2003",
        about: "12-port switch of INFOCOM'03, 64 bit at 125 MHz",
        toml: include_str!("../examples/santos-2003.toml"),
    },
    Preset {
        name: "santos-2003-8port",
        about: "8 ports with 8-bit counters",
        toml: include_str!("../examples/santos-2003-8port.toml"),
    },
    Preset {
        name: "santos-2003-36port",
        about: "36 ports, the largest switch",
        toml: include_str!("../examples/santos-2003-36port.toml"),
    },
    Preset {
        name: "gran-2010",
        about: "NIC and switch of Gran'10, 256 bit at 125 MHz",
        toml: include_str!("../examples/gran-2010.toml"),
    },
    Preset {
        name: "shimonishi-2007",
        about: "EFL and Ethernet switch of Shimonishi'07, 64 bit",
        toml: include_str!("../examples/shimonishi-2007.toml"),
    },
];

/// The preset of this name.
pub fn find(name: &str) -> Option<&'static Preset> {
    ALL.iter().find(|preset| preset.name == name)
}
