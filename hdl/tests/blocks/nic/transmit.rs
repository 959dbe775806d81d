//! The transmit path to the link: bytes of replies as specified, and equality of Verilog and kernel
//! at every size.

use crate::support::nic::{nic, SIZES};
use crate::support::ports::Bench;
use tailback_harness::blocks::{alike, clean, text};
use tailback_hdl::nic::transmit::{AnswerBuilder, Transmit, TransmitGrant, TransmitWay};
use tailback_hdl::Bits;
use tailback_kernels::Kernel;
use tailback_spec::wire::{bth, crc, Number};

fn every_size() -> Vec<Box<dyn Kernel>> {
    SIZES.iter().map(|size| Box::new(Transmit::new(&nic(*size))) as _).collect()
}

#[test]
fn no_tool_complains_of_any_size() {
    clean(every_size());
}

#[test]
fn the_verilog_is_the_kernel() {
    alike(every_size());
}

#[test]
fn transmit_text() {
    let nic = nic(SIZES[0]);
    let port = nic.port();
    let own = [text(&TransmitGrant::new(&nic, &port)), text(&TransmitWay::new(&port))];
    insta::assert_snapshot!(own.join("\n"));
}

/// Maximum latency of a reply, in cycles.
const PATIENCE: usize = 20;

/// Returns the bytes of a reply whose fields are all ones except for its opcode.
fn answer(size: [u32; 3], opcode: u8) -> Vec<u8> {
    let mut block = Bench::new(AnswerBuilder::new(&nic(size).port()));
    let ones = |bits| Bits::new(bits, u128::MAX >> (128 - bits));
    let fields = [
        ("reply_sl", 4),
        ("reply_vl", 4),
        ("reply_dlid", 16),
        ("reply_slid", 16),
        ("reply_p_key", 16),
        ("reply_psn", 24),
    ];
    let mut inputs: Vec<(&str, Bits)> =
        fields.map(|(name, bits)| (name, ones(bits))).into_iter().collect();
    inputs.extend([
        ("reply_dest_qp", Bits::new(24, 0x01_2345)),
        ("reply_syndrome", Bits::new(8, 0x1F)),
        ("reply_msn", Bits::new(24, 0x67_89AB)),
        ("reply_becn", true.into()),
        ("reply_valid", true.into()),
        ("reply_opcode", Bits::new(8, opcode.into())),
    ]);
    let _ = block.cycle(&inputs);
    let mut bytes = Vec::new();
    for _ in 0..PATIENCE {
        let output = block.cycle(&[("take", true.into())]);
        if output("built").any() {
            let (data, keep) = (output("data"), output("keep"));
            let counting = (0..keep.width()).take_while(|at| keep.get_bit(*at));
            bytes.extend(counting.map(|at| (data.clone() >> (8 * at)).words()[0] as u8));
            if output("last").any() {
                return bytes;
            }
        }
    }
    panic!("no answer of opcode {opcode:#x}");
}

#[test]
fn answers_have_the_bytes_of_the_specification() {
    const ACK: u8 = 0x11;
    for size in SIZES {
        for opcode in [bth::OPCODE_CNP, ACK] {
            let is_cnp = opcode == bth::OPCODE_CNP;
            let words = if is_cnp { 6 } else { 7 };
            let mut expected = vec![0xF0, 0xF2, 0xFF, 0xFF, 0, words, 0xFF, 0xFF];
            let transport = bth::Repr {
                opcode,
                solicited_event: false,
                migration: false,
                pad: Number::low(0),
                partition_key: 0xFFFF,
                fecn: false,
                becn: true,
                destination_queue_pair: Number::low(0x01_2345),
                acknowledge_request: false,
                sequence_number: Number::low(0xFF_FFFF),
            };
            expected.extend(transport.emit());
            if !is_cnp {
                expected.extend([0x1F, 0x67, 0x89, 0xAB]);
            }
            let icrc = crc::icrc(&expected).expect("all headers");
            expected.extend(icrc);
            let vcrc = crc::vcrc(&expected);
            expected.extend(vcrc);
            assert_eq!(answer(size, opcode), expected, "{size:?}");
        }
    }
}
