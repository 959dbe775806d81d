//! `tailback dissector` writes a script with which Wireshark decodes frames of EFL.

mod common;

use common::{tailback, text, told, with_preset};
use proptest::prelude::*;
use std::{
    fs,
    path::Path,
    process::{Command, Stdio},
};
use tailback_spec::wire::{
    efl::{Content, Repr},
    Number,
};

/// EtherType of the frames, not the default one.
const ETHER_TYPE: u16 = 0x88B6;

/// Fields that tshark shows of each frame.
const SHOWN: [&str; 10] = [
    "efl.label",
    "efl.sequence",
    "efl.stamp",
    "efl.flags.ack",
    "efl.flags.probe",
    "efl.flags.last",
    "efl.flags.gap",
    "efl.flags.padded",
    "efl.payload_length",
    "data.data",
];

/// Capture file in the classic format of libpcap, with Ethernet frames.
fn capture(frames: &[Vec<u8>]) -> Vec<u8> {
    const MAGIC: u32 = 0xA1B2_C3D4;
    const VERSION: u32 = 4 << 16 | 2;
    const ETHERNET: u32 = 1;
    let mut words = vec![MAGIC, VERSION, 0, 0, u16::MAX.into(), ETHERNET];
    let mut bytes = Vec::new();
    for frame in frames {
        let length = frame.len() as u32;
        words.extend([0, 0, length, length]);
        bytes.extend(words.drain(..).flat_map(u32::to_le_bytes));
        bytes.extend(frame);
    }
    bytes
}

/// Line that tshark should show for a frame.
fn expected(repr: &Repr, payload: &[u8]) -> String {
    const LEAST: usize = 37;
    let bit = |bit: bool| u8::from(bit).to_string();
    let (ack, probe, last, gap) = match repr.content {
        Content::Ack { probe, gap } => (true, probe, false, gap),
        Content::Data { probe, last, .. } => (false, probe, last, false),
    };
    let padded = !ack && payload.len() < LEAST;
    let length = if padded { payload.len().to_string() } else { String::new() };
    let data = payload.iter().map(|byte| format!("{byte:02x}")).collect();
    [
        repr.label.to_string(),
        repr.sequence.get().to_string(),
        repr.stamp.get().to_string(),
        bit(ack),
        bit(probe),
        bit(last),
        bit(gap),
        bit(padded),
        length,
        data,
    ]
    .join("\t")
}

/// Frames with random fields, and their payloads.
fn frames() -> impl Strategy<Value = Vec<(Repr, Vec<u8>)>> {
    let flags = any::<(bool, bool, bool)>();
    let payload = prop::collection::vec(any::<u8>(), 1..80);
    let frame = (any::<(u16, u32, u32)>(), flags, payload).prop_map(|(numbers, flags, payload)| {
        let (label, sequence, stamp) = numbers;
        let (ack, probe, other) = flags;
        let payload = if ack { Vec::new() } else { payload };
        let content = match ack {
            true => Content::Ack { probe, gap: other },
            false => Content::Data { probe, last: other, payload_bytes: payload.len() as u16 },
        };
        let repr = Repr {
            destination: [2, 0, 0, 0, 0, 1],
            source: [2, 0, 0, 0, 0, 2],
            ether_type: ETHER_TYPE,
            label,
            sequence: Number::low(sequence),
            stamp: Number::low(stamp),
            content,
        };
        (repr, payload)
    });
    prop::collection::vec(frame, 64)
}

/// Writes the dissector for [`ETHER_TYPE`].
fn write(directory: &Path) -> String {
    let set = format!("efl.ether_type={ETHER_TYPE}");
    let arguments = ["dissector", "switch.toml", "--set", &set, "--out", "lua/efl.lua"];
    told(&tailback(directory, &arguments).output().expect("tailback runs"))
}

#[test]
fn wireshark_decodes_frames_as_they_were_made() {
    if Command::new("tshark").arg("--version").stdout(Stdio::null()).status().is_err() {
        eprintln!("skipped: there is no tshark on this machine");
        return;
    }
    let directory = with_preset();
    assert_eq!(write(directory.path()), "exit code 0\nwrote lua/efl.lua: EtherType 0x88B6\n");
    // Each case starts tshark once.
    let mut runner = prop::test_runner::TestRunner::new(ProptestConfig {
        cases: 4,
        failure_persistence: None,
        ..ProptestConfig::default()
    });
    let decoded = runner.run(&frames(), |frames| {
        let bytes: Vec<_> = frames.iter().map(|(repr, payload)| repr.emit(payload)).collect();
        fs::write(directory.path().join("frames.pcap"), capture(&bytes)).expect("a file");
        let mut tshark = Command::new("tshark");
        tshark.current_dir(directory.path()).args(["-X", "lua_script:lua/efl.lua"]);
        tshark.args(["-r", "frames.pcap", "-T", "fields"]);
        tshark.args(SHOWN.iter().flat_map(|field| ["-e", field]));
        let output = tshark.output().expect("tshark runs");
        let lines: Vec<_> =
            frames.iter().map(|(repr, payload)| expected(repr, payload) + "\n").collect();
        prop_assert_eq!(text(&output.stdout), lines.concat(), "{}", text(&output.stderr));
        Ok(())
    });
    decoded.expect("each field as it was made");
}

#[test]
fn the_dissector_is_written_to_standard_output_and_to_a_file_alike() {
    let directory = with_preset();
    write(directory.path());
    let set = format!("efl.ether_type={ETHER_TYPE}");
    let shown = tailback(directory.path(), &["dissector", "switch.toml", "--set", &set]).output();
    let file = fs::read(directory.path().join("lua/efl.lua")).expect("a file");
    assert!(shown.expect("tailback runs").stdout == file);
}
