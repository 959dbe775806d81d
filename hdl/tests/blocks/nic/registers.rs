//! Registers of the NIC: the map, an import from OpenSM, and equality of Verilog and kernel at
//! every size.

use std::collections::BTreeMap;
use tailback_harness::blocks::{alike_if, clean, cycle, drive, offers_write, reset};
use tailback_hdl::nic::NicRegisters;
use tailback_hdl::{clock, settle};
use tailback_kernels::Kernel;
use tailback_spec::nic::opensm::{Room, Settings};
use tailback_spec::nic::registers::{index_bits, ADDRESS_BITS};
use tailback_spec::nic::Nic;
use tailback_spec::registers::{self, Access, Field};
use tailback_spec::Config;

/// Returns the smallest example configuration with some values replaced.
fn config(overrides: &[&str]) -> Config {
    let overrides: Vec<_> = overrides.iter().map(|text| text.parse().expect("override")).collect();
    let preset = include_str!("../../../../examples/santos-2003.toml");
    Config::from_toml_with(preset, &overrides).unwrap_or_else(|problems| panic!("{problems:?}"))
}

const CCT: &str = "nic.response=\"cct\"";

fn sizes() -> [Config; 5] {
    [
        config(&["nic.flows=1"]),
        config(&["nic.flows=64", "nic.response=\"aimd\"", "datapath.width_bits=512"]),
        config(&["nic.flows=1", CCT]),
        config(&["nic.flows=4096", CCT, "nic.cct_entries=1024"]),
        config(&["nic.flows=32", CCT, "nic.throttled=\"sl\"", "nic.cct_entries=256"]),
    ]
}

fn every_size() -> Vec<Box<dyn Kernel>> {
    sizes().iter().map(|config| Box::new(NicRegisters::new(&config.nic())) as _).collect()
}

/// Address and fields of each register, including the elements of arrays.
fn all_registers(config: &Config) -> BTreeMap<u32, Vec<Field>> {
    let map = registers::nic::map(config).expect("a map");
    let mut all = BTreeMap::new();
    for register in map.registers() {
        let mut addresses = vec![register.address];
        for repeat in &register.repeats {
            let elements = |first: &u32| {
                let first = *first;
                (0..repeat.count).map(move |element| first + element * repeat.stride)
            };
            addresses = addresses.iter().flat_map(elements).collect();
        }
        all.extend(addresses.into_iter().map(|address| (address, register.fields.to_vec())));
    }
    all
}

#[test]
fn no_tool_complains_of_any_size() {
    clean(every_size());
}

#[test]
fn the_verilog_is_the_kernel() {
    let addresses = sizes().map(|config| all_registers(&config).into_keys().collect::<Vec<u32>>());
    let flows = sizes().map(|config| config.nic().flows() as u32);
    alike_if(every_size(), |design, cycle, input, value| match input {
        // Most addresses are valid, and most write strobes are high.
        "s_axil_awaddr" | "s_axil_araddr" if cycle % 8 > 0 => {
            value[0] = addresses[design][value[0] as usize % addresses[design].len()];
        }
        "s_axil_wstrb" if cycle % 8 > 0 => value[0] = 15,
        "table_ready" => value[0] |= u32::from(cycle % 16 > 0),
        // A reset would interrupt the clearing of the largest size.
        "" => value[0] = u32::from(cycle == 0),
        "start" | "becn" | "throttled" => value[0] &= u32::from(cycle % 4 == 0),
        name if name.ends_with("_flow") => value[0] %= flows[design],
        _ => (),
    });
}

#[test]
fn values_of_flows_text() {
    reviewed!(
        "values_of_flows",
        &tailback_hdl::nic::registers::FlowValue::new(&config(&["nic.flows=64"]).nic(), 8)
    );
}

/// The registers, connected to a table that stores writes.
struct Surroundings {
    block: NicRegisters,
    levels: [[u128; 4]; Nic::SERVICE_LEVELS],
    entries: Vec<u128>,
    shown: [u128; 5],
    /// Other inputs with a readable value.
    others: Vec<(&'static str, u128)>,
}

impl Surroundings {
    fn new(nic: &Nic) -> Self {
        let mut block = reset(NicRegisters::new(nic));
        while cycle(&mut block, &[], ["ready"]) != [1] {}
        let ccti = (1 << index_bits(nic)) - 1;
        Surroundings {
            block,
            levels: Default::default(),
            entries: vec![0; nic.cct_entries()],
            shown: [0; 5],
            others: vec![("time_stamp", u32::MAX.into()), ("ask_ready", 1), ("ccti", ccti)],
        }
    }

    /// Runs a cycle with these inputs, and returns the requested outputs.
    fn cycle<const N: usize>(
        &mut self,
        inputs: &[(&'static str, u128)],
        outputs: [&str; N],
    ) -> [u128; N] {
        let [timer, increase, trigger, min, entry] = self.shown;
        let mut all = vec![
            ("table_ready", 1),
            ("s_axil_bready", 1),
            ("s_axil_rready", 1),
            ("read_timer", timer),
            ("read_increase", increase),
            ("read_trigger", trigger),
            ("read_min", min),
            ("read_entry", entry),
        ];
        all.extend(&self.others);
        all.extend(inputs);
        drive(&mut self.block, &all);
        settle(&mut self.block).expect("a block that settles");
        let block = &self.block;
        let number = |value: tailback_hdl::Bits| u128::from(value.words()[0]);
        let (set, read) = (&block.set, &block.read);
        if set.valid.val() {
            let new = [&set.timer, &set.increase, &set.trigger, &set.min];
            self.levels[set.sl.val().index()] = new.map(|port| number(port.val()));
        }
        if block.write.val() {
            self.entries[block.write_index.val().index()] = number(block.write_entry.val());
        }
        let [timer, increase, trigger, min] = self.levels[read.sl.val().index()];
        let entry = self.entries[read.index.val().index()];
        self.shown = [timer, increase, trigger, min, entry];
        let values = outputs.map(|output| {
            let ports = tailback_hdl::Hardware::ports(&mut self.block);
            let (_, port) = ports.into_iter().find(|(name, _)| *name == output).expect("a port");
            u128::from(port.read().words()[0])
        });
        clock(&mut self.block, false);
        values
    }

    /// AXI4-Lite write; returns true for an error response.
    fn write(&mut self, address: u32, data: u32) -> bool {
        let inputs = offers_write(address, data);
        // Ready is a register: it is high in the cycle after that in which the write is taken.
        assert_eq!(self.cycle(&inputs, ["s_axil_awready", "s_axil_wready"]), [0, 0]);
        assert_eq!(self.cycle(&inputs, ["s_axil_awready", "s_axil_wready"]), [1, 1]);
        loop {
            if let [1, answer] = self.cycle(&[], ["s_axil_bvalid", "s_axil_bresp"]) {
                return answer == 2;
            }
        }
    }

    /// AXI4-Lite read; returns the data, and true for an error response.
    fn read(&mut self, address: u32) -> (u32, bool) {
        let inputs = [("s_axil_arvalid", 1), ("s_axil_araddr", address.into())];
        assert_eq!(self.cycle(&inputs, ["s_axil_arready"]), [0]);
        assert_eq!(self.cycle(&inputs, ["s_axil_arready"]), [1]);
        loop {
            if let [1, data, answer] =
                self.cycle(&[], ["s_axil_rvalid", "s_axil_rdata", "s_axil_rresp"])
            {
                return (data as u32, answer == 2);
            }
        }
    }
}

/// Checks every register against the map: constants, and fields that keep written values.
fn as_the_map_says(config: &Config, places: impl Iterator<Item = u32>) {
    let known = all_registers(config);
    let mut block = Surroundings::new(&config.nic());
    for place in places {
        let fields = known.get(&place).map_or(&[][..], Vec::as_slice);
        let most = |field: &Field| field.range.map_or(field.highest(), |(_, most)| most);
        let data = fields
            .iter()
            .fold(u32::MAX, |data, field| data & !field.mask() | most(field) << field.lsb);
        let has = |access| fields.iter().any(|field| field.access == access);
        let writable = has(Access::ReadWrite) || has(Access::WriteOneToClear);
        assert_eq!(block.write(place, data), !writable, "{place:x}");
        let (found, refused) = block.read(place);
        assert_eq!(refused, fields.is_empty(), "{place:x}");
        let mut left = found;
        for field in fields {
            left &= !field.mask();
            let value = (found & field.mask()) >> field.lsb;
            match field.access {
                Access::Constant => assert_eq!(Some(value), field.reset, "{place:x}"),
                Access::ReadWrite => assert_eq!(value, most(field), "{place:x}"),
                _ => (),
            }
        }
        assert_eq!(left, 0, "{place:x}");
    }
}

#[test]
fn every_register_is_as_the_map_says() {
    let [one, _, _, large, by_level] = sizes();
    let low = || (0..0x200).chain(0x1100..0x1110).chain(0x1300..0x1400).chain(0x1600..0x1690);
    as_the_map_says(&one, low().chain(0x1800..0x1810).chain(0x4000..0x4010).step_by(4));
    as_the_map_says(
        &large,
        (0x16F8..0x1708).chain(0x2FF0..0x3010).chain(0x7FF0..0x8000).step_by(4),
    );
    as_the_map_says(&by_level, low().chain(0x1FF0..0x2010).chain(0x4070..0x4090).step_by(4));
    const { assert!(1 << ADDRESS_BITS == 0x8000) };
}

#[test]
fn a_configuration_of_opensm_is_read_back_the_same() {
    let config = config(&[CCT, "nic.throttled=\"sl\"", "nic.flows=4"]);
    let source = include_str!("../../../../examples/opensm.conf");
    let settings = Settings::parse(source, Room::of(&config.nic())).expect("settings");
    let map = registers::nic::map(&config).expect("a map");
    let writes = settings.nic_writes(&map).expect("writes");
    let mut block = Surroundings::new(&config.nic());
    for write in &writes {
        assert!(!block.write(write.address, write.value), "{}", write.comment());
    }
    // The first write is to the control map, which differs by now, and is beside a constant.
    let control = registers::nic::address::CA_CONGESTION_SETTING;
    for write in &writes[1..] {
        let constant = if write.address == control { 1 << 16 } else { 0 };
        assert_eq!(block.read(write.address), (write.value | constant, false));
    }
    assert_eq!(block.levels[3], [600, 4, 64, 12]);
    assert_eq!(block.entries[127], 3 << 14 | 126);
}
