//! A configuration of OpenSM is written to the registers of the NIC and read back, in
//! co-simulation.

mod common;

use common::{builder, never};
use tailback_model::nic::top::NicTop;
use tailback_spec::nic::opensm::{Room, Settings};
use tailback_spec::nic::{Nic, Throttled};
use tailback_spec::registers::nic::{address, map};
use tailback_spec::{config::Override, presets, Config};
use tailback_testbench::catalog::block;
use tailback_testbench::harness::{Ending, Lockstep};
use tailback_testbench::nic::top::script::{Access, Answer, Script};

const EXAMPLE: &str = include_str!("../../examples/opensm.conf");
const GRAN: &str = include_str!("../../examples/gran-2010.conf");

/// Cycles in which each access has its response: a tick of the table and some margin.
const ACCESS_CYCLES: u64 = 64;

fn config(overrides: &[Override]) -> Config {
    Config::from_toml_with(presets::ALL[0].toml, overrides).unwrap()
}

/// Runs a script on the RTL in lockstep with the model; all outputs are equal in each cycle.
fn run(config: &Config, accesses: Vec<Access>) -> Vec<Answer> {
    let nic = config.nic();
    let design = block("nic", config).expect("there is a NIC").unwrap().design;
    let library = builder().build(&design).unwrap();
    let mut lockstep = Lockstep::new(NicTop::<()>::new(&nic), &library, 1, &[]).unwrap();
    let after_reset = 2 * nic.flows() as u64 + nic.cct_entries() as u64;
    let cycles = after_reset + ACCESS_CYCLES * accesses.len() as u64;
    let mut script = Script::new(accesses);
    assert_eq!(lockstep.run(&mut script, cycles, &mut never).unwrap(), Ending::Agreed);
    assert!(script.is_over(), "{} answers", script.answers.len());
    assert!(script.answers.iter().all(|answer| answer.response == 0), "OKAY");
    script.answers
}

/// Value that was read from an address.
fn read(answers: &[Answer], address: u32) -> u32 {
    let found = answers.iter().find(|answer| answer.access == Access::Read(address));
    found.unwrap_or_else(|| panic!("{address:#x} was read")).data
}

/// Asserts that the registers hold the settings of the file.
fn holds(answers: &[Answer], settings: &Settings, nic: &Nic) {
    const LEVELS: u32 = address::CA_CONGESTION_SETTING + 4;
    let adapter = settings.adapter();
    let by_level = u32::from(nic.throttled() == Throttled::Sl);
    let control = read(answers, address::CA_CONGESTION_SETTING);
    assert_eq!(control, by_level << 16 | adapter.control_map.get());
    for (level, sl) in adapter.levels.iter().zip(0..).filter(|(_, sl)| adapter.controls(*sl)) {
        let at = LEVELS + 8 * sl as u32;
        let reaction = read(answers, at);
        assert_eq!(reaction >> 16, level.timer.get(), "timer of SL {sl}");
        assert_eq!(reaction >> 8 & 0xFF, level.increase.get(), "increase of SL {sl}");
        assert_eq!(reaction & 0xFF, level.trigger.get(), "trigger of SL {sl}");
        assert_eq!(read(answers, at + 4), level.min.get() << 24, "minimum of SL {sl}");
    }
    let limit = read(answers, address::CONGESTION_CONTROL_TABLE);
    assert_eq!(limit >> 16, settings.limit() as u32);
    for (entry, place) in settings.table().iter().zip(0..) {
        let found = read(answers, address::TABLE_ENTRIES + 4 * place);
        assert_eq!(found, entry.shift.get() << 14 | entry.multiplier.get(), "entry {place}");
    }
}

#[test]
fn a_configuration_of_opensm_comes_out_of_the_rtl_as_it_went_in() {
    let settings = Settings::parse(EXAMPLE, Room::MOST).unwrap();
    comes_out_as_it_went_in(&settings, &config(&settings.configuration(Room::MOST)));
}

#[test]
fn grans_settings_come_out_of_the_rtl_as_they_went_in() {
    let config = Config::from_toml(presets::find("gran-2010").unwrap().toml).unwrap();
    comes_out_as_it_went_in(&Settings::parse(GRAN, Room::MOST).unwrap(), &config);
}

fn comes_out_as_it_went_in(settings: &Settings, config: &Config) {
    assert_eq!(settings.table().len(), 128);
    let writes = settings.nic_writes(&map(config).unwrap()).unwrap();
    let accesses = writes.iter().map(|write| Access::Write(write.address, write.value));
    let reads = writes.iter().map(|write| Access::Read(write.address));
    let answers = run(config, accesses.chain(reads).collect());
    assert_eq!(answers.len(), 2 * writes.len());
    holds(&answers, settings, &config.nic());
    // The first and the last write go to the control map, so the first value has been overwritten.
    for write in &writes[1..writes.len() - 1] {
        assert_eq!(read(&answers, write.address), write.value, "{}", write.comment());
    }
}
