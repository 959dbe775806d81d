//! The egress of a port: packet bytes of the specification, and equality of Verilog and kernel at
//! every size.

use crate::support::ports::{packet, port, word, Bench, FEW, GLOBAL, LOCAL, SIZES};
use tailback_harness::blocks::{alike, clean};
use tailback_hdl::switch::Egress;
use tailback_hdl::Bits;
use tailback_kernels::Kernel;
use tailback_spec::wire::fecn;

fn blocks(sizes: &[[u32; 5]]) -> Vec<Box<dyn Kernel>> {
    sizes.iter().map(|size| Box::new(Egress::new(&port(*size))) as _).collect()
}

#[test]
fn no_tool_complains_of_any_size() {
    clean(blocks(&SIZES));
}

#[test]
fn the_verilog_is_the_kernel() {
    alike(blocks(&FEW));
}

#[test]
fn egress_text() {
    reviewed!("egress", &Egress::new(&port(SIZES[0])));
}

fn bit(value: bool) -> Bits {
    Bits::from(value)
}

/// Returns the valid bytes of a beat.
fn bytes(data: &Bits, keep: &Bits) -> Vec<u8> {
    let counting = (0..keep.width()).take_while(|at| keep.get_bit(*at));
    counting.map(|at| (data.clone() >> (8 * at)).words()[0] as u8).collect()
}

/// Returns a packet after the egress, and the number of its marks.
fn sent(egress: &mut Bench<Egress>, packet: &[u8], width: usize, mark: bool) -> (Vec<u8>, usize) {
    let beats = packet.len().div_ceil(width);
    let (mut found, mut marked) = (Vec::new(), 0);
    for number in 0..=beats {
        let mut inputs = vec![("tx_ready", bit(true))];
        if number < beats {
            let rest = &packet[number * width..];
            inputs.extend([
                ("word_valid", bit(true)),
                ("word_first", bit(number == 0)),
                ("word_last", bit(number + 1 == beats)),
                ("word", word(&rest[..rest.len().min(width)], width)),
                ("mark", bit(mark && number == 0)),
            ]);
        }
        let output = egress.cycle(&inputs);
        marked += usize::from(output("marked").any());
        if output("tx_valid").any() {
            found.extend(bytes(&output("tx_data"), &output("tx_keep")));
            // A beat is on the link in the cycle after it enters.
            assert_eq!(output("tx_last").any(), number == beats);
        }
    }
    (found, marked)
}

#[test]
fn fecn_is_set_and_the_vcrc_changes_as_the_specification_has_it() {
    for size in [SIZES[0], SIZES[4], SIZES[6], SIZES[7]] {
        let width = size[0] as usize;
        let mut egress = Bench::new(Egress::new(&port(size)));
        for (next, least) in [(LOCAL, 6), (GLOBAL, 16), (0, 6), (1, 12)] {
            for words in least..least + 40 {
                let packet = packet(words, next, 0, 1);
                let mut expected = packet.clone();
                let has_fecn = fecn::set(&mut expected).is_ok();
                assert_eq!(sent(&mut egress, &packet, width, false), (packet.clone(), 0));
                let found = sent(&mut egress, &packet, width, true);
                assert_eq!(found, (expected.clone(), has_fecn.into()), "{width}, {words}");
                // A packet with FECN set stays unchanged.
                assert_eq!(sent(&mut egress, &expected, width, true).0, expected);
            }
        }
        let mut other_header = packet(20, GLOBAL, 0, 1);
        other_header[14] = 0x1C;
        assert_eq!(sent(&mut egress, &other_header, width, true), (other_header, 0));
    }
}

#[test]
fn flow_control_goes_between_packets_and_sent_knows_what_went_before() {
    let mut egress = Bench::new(Egress::new(&port(SIZES[0])));
    let packet = packet(6, LOCAL, 0, 1);
    let number = |value: u128| Bits::new(48, value);
    let mut now = |index: Option<usize>, ready, flow_control| {
        let mut inputs = vec![
            ("tx_ready", bit(ready)),
            ("flow_control_valid", bit(flow_control)),
            ("flow_control_packet", number(0x1122_3344_5566)),
        ];
        if let Some(index) = index {
            let rest = &packet[8 * index..];
            inputs.extend([
                ("word_valid", bit(true)),
                ("word_first", bit(index == 0)),
                ("word_last", bit(index == 3)),
                ("word", word(&rest[..rest.len().min(8)], 8)),
            ]);
        }
        let output = egress.cycle(&inputs);
        ["tx_valid", "tx_flow_control", "flow_control_ready", "sent", "full", "roomy"]
            .map(|name| output(name).index())
    };
    assert_eq!(now(Some(0), false, false), [0, 0, 0, 1, 0, 1]);
    // The beat has entered the registers; flow control waits for the end of a packet.
    assert_eq!(now(Some(1), false, true), [1, 0, 0, 1, 0, 1]);
    assert_eq!(now(Some(2), true, true), [1, 0, 0, 1, 0, 1]);
    assert_eq!(now(Some(3), true, true), [1, 0, 0, 1, 0, 1]);
    assert_eq!(now(Some(0), true, true), [1, 0, 0, 1, 0, 1]);
    // As the last beat is transmitted, the flow-control packet enters, and stays for a cycle.
    assert_eq!(now(Some(1), true, true), [1, 0, 1, 1, 0, 1]);
    assert_eq!(now(Some(2), false, true), [1, 1, 0, 1, 0, 1]);
    assert_eq!(now(Some(3), true, false), [1, 1, 0, 2, 0, 1]);
    for _ in 0..4 {
        assert_eq!(now(None, true, false), [1, 0, 0, 2, 0, 1]);
    }
    assert_eq!(now(None, true, false), [0, 0, 0, 2, 0, 1]);
}
