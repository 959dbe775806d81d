//! A configuration of OpenSM that is written is read back the same.

use super::*;
use crate::interface::AxiLiteRequest;
use tailback_spec::nic::opensm::{Room, Settings};
use tailback_spec::registers::nic::map;

const EXAMPLE: &str = include_str!("../../../../../examples/opensm.conf");

/// A congestion table that stores what is written.
#[derive(Default)]
struct Table {
    levels: [[u64; 4]; Nic::SERVICE_LEVELS],
    entries: Vec<u64>,
}

impl Table {
    fn cycle(
        &mut self,
        model: &mut NicRegisters,
        inputs: NicRegistersInputs,
        last: &NicRegistersOutputs,
    ) -> NicRegistersOutputs {
        let [timer, increase, trigger, min] = self.levels[last.read_sl as usize];
        let outputs = model.cycle(&NicRegistersInputs {
            read_timer: timer,
            read_increase: increase,
            read_trigger: trigger,
            read_min: min,
            read_entry: self.entries[last.read_index as usize],
            ..inputs
        });
        if outputs.set_valid {
            let NicRegistersOutputs { set_timer, set_increase, set_trigger, set_min, .. } = outputs;
            self.levels[outputs.set_sl as usize] = [set_timer, set_increase, set_trigger, set_min];
        }
        if outputs.write {
            self.entries[outputs.write_index as usize] = outputs.write_entry;
        }
        outputs
    }
}

#[test]
fn a_configuration_of_opensm_is_read_back_the_same() {
    let config = config(&["nic.response=\"cct\"", "nic.throttled=\"sl\""]);
    let nic = config.nic();
    let settings = Settings::parse(EXAMPLE, Room::of(&nic)).unwrap();
    let writes = settings.nic_writes(&map(&config).unwrap()).unwrap();
    assert!(writes.len() > 130);
    let mut model = NicRegisters::new(&nic);
    let mut table = Table { entries: vec![0; nic.cct_entries()], ..Default::default() };
    let mut last = NicRegistersOutputs::default();
    for item in &writes {
        let asks = write(item.address, item.value);
        loop {
            last = table.cycle(&mut model, asks.clone(), &last);
            if last.s_axil.awready {
                break;
            }
        }
        while !last.s_axil.bvalid {
            last = table.cycle(&mut model, idle(), &last);
        }
        assert_eq!(last.s_axil.bresp, OKAY, "{}", item.comment());
    }
    let by_level = 1 << 16;
    // The first write is to the control map, too, which has another value by now.
    for item in &writes[1..] {
        let asks = NicRegistersInputs { s_axil: AxiLiteRequest::read(item.address), ..idle() };
        loop {
            last = table.cycle(&mut model, asks.clone(), &last);
            if last.s_axil.arready {
                break;
            }
        }
        while !last.s_axil.rvalid {
            last = table.cycle(&mut model, idle(), &last);
        }
        let constant = if item.address == address::CA_CONGESTION_SETTING { by_level } else { 0 };
        assert_eq!((last.s_axil.rresp, last.s_axil.rdata as u32), (OKAY, item.value | constant));
    }
    assert_eq!((last.control_map, last.limit), (0xF, 127));
    assert_eq!(table.levels[3], [600, 4, 64, 12]);
    assert_eq!(table.entries[127], 3 << 14 | 126);
}
