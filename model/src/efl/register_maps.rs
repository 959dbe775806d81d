//! The register maps for software describe the registers of the models.

use super::registers::{EflRegisters, EflRegistersInputs};
use super::switch::{EthernetSwitch, EthernetSwitchInputs};
use crate::interface::{AxiLiteRequest, AxiLiteResponse, OKAY, SLVERR};
use crate::Golden;
use std::collections::BTreeMap;
use tailback_spec::{
    efl::{registers, switch},
    presets,
    registers::{efl, ethernet_switch, Access, Field, Map},
    Config,
};

type Request = AxiLiteRequest<bool, u64>;
type Response = AxiLiteResponse<bool, u64>;

fn config() -> Config {
    let preset = presets::find("shimonishi-2007").expect("a preset");
    let overrides = ["efl.flows=3", "efl.window=8", "ethernet_switch.ports=3"]
        .map(|text| text.parse().expect("an override"));
    Config::from_toml_with(preset.toml, &overrides).expect("valid")
}

/// Fields of each address of a map.
fn fields(map: &Map) -> BTreeMap<u32, Vec<Field>> {
    let mut fields = BTreeMap::new();
    for register in map.registers() {
        let mut addresses = vec![register.address];
        for repeat in &register.repeats {
            addresses = addresses
                .iter()
                .flat_map(|first| (0..repeat.count).map(move |index| first + index * repeat.stride))
                .collect();
        }
        fields.extend(addresses.into_iter().map(|address| (address, register.fields.to_vec())));
    }
    fields
}

/// Does one access: the response, and the data of a read.
fn access(mut step: impl FnMut(Request) -> Response, request: Request) -> (u64, u64) {
    let mut now = request;
    loop {
        let response = step(now.clone());
        if response.awready || response.arready {
            now = AxiLiteRequest::idle();
        }
        if response.bvalid {
            return (response.bresp, 0);
        }
        if response.rvalid {
            return (response.rresp, response.rdata);
        }
    }
}

/// Compares all addresses below `end` with the map.
fn compare(map: &Map, end: u32, mut step: impl FnMut(Request) -> Response) {
    let fields = fields(map);
    let mut read = |at| access(&mut step, AxiLiteRequest::read(at));
    for at in (0..end).step_by(4) {
        let Some(fields) = fields.get(&at) else {
            assert_eq!(read(at), (SLVERR, 0), "{at:#x}");
            continue;
        };
        let reset =
            fields.iter().map(|field| field.reset.expect("a value") << field.lsb).sum::<u32>();
        assert_eq!(read(at), (OKAY, reset.into()), "{at:#x}");
    }
    let mut write = |at, data| access(&mut step, AxiLiteRequest::write(at, data)).0;
    for (at, fields) in &fields {
        if fields.iter().all(|field| field.access != Access::ReadWrite) {
            assert_eq!(write(*at, fields[0].reset.unwrap_or(0)), SLVERR, "{at:#x}");
            continue;
        }
        for field in fields {
            let (least, most) = field.range.unwrap_or((0, field.highest()));
            let beyond = least.checked_sub(1).into_iter().chain(most.checked_add(1));
            for bad in beyond.filter(|bad| *bad <= field.highest()) {
                assert_eq!(write(*at, bad << field.lsb), SLVERR, "{at:#x} {}", field.name);
            }
            for good in [least, most] {
                assert_eq!(write(*at, good << field.lsb), OKAY, "{at:#x} {}", field.name);
            }
        }
    }
    assert!(fields.keys().next_back().is_some_and(|last| *last < end));
}

#[test]
fn the_map_of_the_endpoint_is_that_of_its_registers() {
    let config = config();
    let mut model = EflRegisters::new(&config.efl());
    let mut inputs = EflRegistersInputs { s_axil: AxiLiteRequest::idle(), ..Default::default() };
    while !model.cycle(&inputs).ready {}
    compare(&efl::map(&config).expect("a map"), 1 << registers::ADDRESS_BITS, |request| {
        inputs.s_axil = request;
        model.cycle(&inputs).s_axil
    });
}

#[test]
fn the_map_of_the_ethernet_switch_is_that_of_its_registers() {
    let config = config();
    let mut model = EthernetSwitch::new(&config.ethernet_switch());
    let lines = config.ethernet_switch().ports();
    let mut inputs = EthernetSwitchInputs {
        s_axil: AxiLiteRequest::idle(),
        rx_tdata: std::iter::repeat_n(0, lines).collect(),
        rx_tkeep: std::iter::repeat_n(0, lines).collect(),
        ..Default::default()
    };
    while !model.cycle(&inputs).ready {}
    let map = ethernet_switch::map(&config).expect("a map");
    compare(&map, 1 << switch::address::BITS, |request| {
        inputs.s_axil = request;
        model.cycle(&inputs).s_axil
    });
}
