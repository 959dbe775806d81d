//! Synthesis of memories by Yosys, for two families of FPGA.

use std::collections::BTreeMap;
use tailback_gen::verilog;
use tailback_harness::run;
use tailback_hdl::address_bits;
use tailback_hdl::prelude::*;

/// A module that consists of a memory of this kind and its ports; `read` is driven if it exists.
macro_rules! store {
    ($name:ident, $kind:ident $(, $read:ident)?) => {
        block! {
            /// A memory.
            pub struct $name(words: usize, width: usize) as "store" {
                /// Write enable.
                input write;
                /// Write address.
                input write_address[address_bits(words)];
                /// Write data.
                input data[width];
                /// Read enable.
                input read;
                /// Read address.
                input read_address[address_bits(words)];
                /// Read data.
                output found[width];
                /// High if read data is requested.
                output valid;
                /// Stored words.
                $kind(words) words[width];
            }
        }
        impl Logic for $name {
            #[hdl_gen]
            fn update(&mut self) {
                self.valid.next = self.read.val();
                self.words.write.next = self.write.val();
                self.words.write_address.next = self.write_address.val();
                self.words.write_data.next = self.data.val();
                $(self.words.$read.next = self.read.val();)?
                self.words.read_address.next = self.read_address.val();
                self.found.next = self.words.read_data.val();
            }
        }
    };
}

store!(Block, memory, read);
store!(Cleared, cleared_memory, read);
store!(InBlockRam, block_memory, read);
store!(ClearedInBlockRam, cleared_block_memory, read);
store!(Lut, lut_memory);

const ECP5: &str = "synth_ecp5";
const ULTRASCALE: &str = "synth_xilinx -family xcup -noiopad -noclkbuf -flatten";

/// Numbers of cells by type.
struct Cells(BTreeMap<String, u64>);

impl Cells {
    fn of(text: &str, synthesis: &str) -> Cells {
        let place = tempfile::tempdir().unwrap();
        std::fs::write(place.path().join("store.v"), text).unwrap();
        let script = format!(
            "read_verilog store.v; {synthesis} -top store; tee -q -o statistics.json stat -json"
        );
        run(place.path(), "yosys", &["-q".into(), "-p".into(), script]);
        let text = std::fs::read(place.path().join("statistics.json")).unwrap();
        let all: serde_json::Value = serde_json::from_slice(&text).unwrap();
        let cells = all["design"]["num_cells_by_type"].clone();
        Cells(serde_json::from_value(cells).unwrap())
    }

    fn count(&self, start: &str) -> u64 {
        let these = self.0.iter().filter(|(name, _)| name.starts_with(start));
        these.map(|(_, count)| count).sum()
    }
}

fn text(hardware: &dyn Hardware) -> String {
    verilog(hardware, "test").unwrap().modules.remove(0).text
}

#[test]
fn a_memory_of_512_words_of_64_bits_becomes_block_ram_and_nothing_else() {
    let text = text(&Block::new(512, 64));
    let ecp5 = Cells::of(&text, ECP5);
    assert_eq!(ecp5.count("DP16KD") + ecp5.count("PDPW16KD"), 2, "{:?}", ecp5.0);
    assert_eq!(ecp5.count("TRELLIS_FF"), 0, "{:?}", ecp5.0);
    assert_eq!(ecp5.count("TRELLIS_DPR16X4"), 0, "{:?}", ecp5.0);
    let ultrascale = Cells::of(&text, ULTRASCALE);
    assert_eq!(ultrascale.count("RAMB36"), 1, "{:?}", ultrascale.0);
    assert_eq!(ultrascale.count("FD"), 0, "{:?}", ultrascale.0);
}

#[test]
fn block_ram_clears_its_data_itself() {
    let text = text(&Cleared::new(512, 64));
    for (synthesis, logic, registers) in [(ECP5, "LUT", "TRELLIS_FF"), (ULTRASCALE, "LUT", "FD")] {
        let cells = Cells::of(&text, synthesis);
        // One LUT drives the reset of the output.
        assert!(cells.count(logic) <= 1, "{:?}", cells.0);
        assert_eq!(cells.count(registers), 0, "{:?}", cells.0);
    }
}

#[test]
fn without_its_attribute_a_memory_would_cost_registers() {
    let text = text(&Block::new(512, 64));
    let plain = text.replace("(* no_rw_check *)", "");
    assert_ne!(plain, text);
    assert!(Cells::of(&plain, ECP5).count("TRELLIS_FF") >= 64);
}

#[test]
fn a_small_memory_becomes_block_ram_only_as_a_block_memory() {
    let (words, width) = (132, 8);
    let small = Cells::of(&text(&Block::new(words, width)), ECP5);
    assert_eq!(small.count("DP16KD") + small.count("PDPW16KD"), 0, "{:?}", small.0);
    for text in [text(&InBlockRam::new(words, width)), text(&ClearedInBlockRam::new(words, width))]
    {
        let ecp5 = Cells::of(&text, ECP5);
        assert_eq!(ecp5.count("DP16KD") + ecp5.count("PDPW16KD"), 1, "{:?}", ecp5.0);
        assert_eq!(ecp5.count("TRELLIS_DPR16X4"), 0, "{:?}", ecp5.0);
        assert_eq!(ecp5.count("TRELLIS_FF"), 0, "{:?}", ecp5.0);
        let ultrascale = Cells::of(&text, ULTRASCALE);
        assert_eq!(ultrascale.count("RAMB"), 1, "{:?}", ultrascale.0);
        assert_eq!(ultrascale.count("FD"), 0, "{:?}", ultrascale.0);
    }
}

#[test]
fn a_lut_memory_becomes_distributed_ram_and_nothing_else() {
    let text = text(&Lut::new(512, 64));
    let ecp5 = Cells::of(&text, ECP5);
    assert_eq!(ecp5.count("TRELLIS_DPR16X4"), 512 / 16 * 64 / 4, "{:?}", ecp5.0);
    assert_eq!(ecp5.count("DP16KD") + ecp5.count("TRELLIS_FF"), 0, "{:?}", ecp5.0);
    let ultrascale = Cells::of(&text, ULTRASCALE);
    assert!(ultrascale.count("RAM") > 0, "{:?}", ultrascale.0);
    assert_eq!(ultrascale.count("RAMB") + ultrascale.count("FD"), 0, "{:?}", ultrascale.0);
}
