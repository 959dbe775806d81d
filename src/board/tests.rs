//! Tests of the client with a board that is made up.

use super::*;
use std::{
    collections::{BTreeMap, VecDeque},
    io,
    ops::ControlFlow,
};
use tailback_spec::{
    board::{
        bridge::{
            address, CONTROL, IDENTIFICATION, OKAY, READ, READ_BYTES, REFUSED, VERSION, WRITE_BYTES,
        },
        Board,
    },
    fabric::{Fabric, Write},
    scenario::Scenario,
};

const SCENARIO: &str = include_str!("../../examples/boards/fig2.toml");
const BAUD: u32 = 1_000_000;
/// A byte with which no response begins.
const NOISE: u8 = 0x55;

fn board() -> Board {
    let scenario = Scenario::from_toml(SCENARIO, &[]).expect("valid");
    Board::new(&Fabric::new(&scenario).expect("possible"), BAUD).expect("possible")
}

/// A board that is made up: it has every register, and none of them does anything.
struct Fake {
    registers: BTreeMap<(u8, u32), u32>,
    /// Register of which accesses are refused.
    refused: Option<(u8, u32)>,
    /// Responses that are lost, before the first one that is not.
    lost: usize,
    /// Responses before which another byte comes.
    noisy: usize,
    /// Cycles of each access.
    access_cycles: u32,
    command: Vec<u8>,
    response: VecDeque<u8>,
}

impl Fake {
    fn new(board: &Board) -> Self {
        let control = [
            (address::IDENTIFICATION, IDENTIFICATION),
            (address::VERSION, VERSION),
            (address::DIGEST, board.bridge().digest()),
            (address::CLOCK_HZ, board.bridge().clock_hz()),
        ];
        Fake {
            registers: control.map(|(register, value)| ((CONTROL, register), value)).into(),
            refused: None,
            lost: 0,
            noisy: 0,
            access_cycles: 5000,
            command: Vec::new(),
            response: VecDeque::new(),
        }
    }

    fn set(mut self, register: u32, value: u32) -> Self {
        self.registers.insert((CONTROL, register), value);
        self
    }

    /// Executes the command if it is complete.
    fn execute(&mut self) {
        let reads = self.command[0] == READ;
        if self.command.len() < if reads { READ_BYTES } else { WRITE_BYTES } {
            return;
        }
        let number =
            |bytes: &[u8]| bytes.iter().rev().fold(0, |all, byte| all << 8 | u32::from(*byte));
        let at = (self.command[1], number(&self.command[2..READ_BYTES]));
        let cycle = self.registers.entry((CONTROL, address::CYCLE)).or_default();
        *cycle = cycle.saturating_add(self.access_cycles);
        match (at, reads) {
            ((CONTROL, address::RESET), false) => *cycle = 0,
            (_, false) => drop(self.registers.insert(at, number(&self.command[READ_BYTES..]))),
            _ => {}
        }
        self.command.clear();
        if self.lost > 0 {
            self.lost -= 1;
            return;
        }
        if self.noisy > 0 {
            self.noisy -= 1;
            self.response.push_back(NOISE);
        }
        let refuses = self.refused == Some(at);
        self.response.push_back(if refuses { REFUSED } else { OKAY });
        if reads {
            let value = self.registers.get(&at).copied().unwrap_or_default();
            self.response.extend(value.to_le_bytes());
        }
    }
}

impl Line for Fake {
    fn send(&mut self, bytes: &[u8]) -> io::Result<()> {
        for byte in bytes {
            self.command.push(*byte);
            self.execute();
        }
        Ok(())
    }

    fn receive(&mut self, bytes: &mut [u8]) -> io::Result<()> {
        for byte in bytes {
            *byte = self.response.pop_front().ok_or(io::ErrorKind::TimedOut)?;
        }
        Ok(())
    }

    fn recover(&mut self) -> io::Result<()> {
        self.command.clear();
        self.response.clear();
        Ok(())
    }
}

/// Returns the message and the help of the failure to identify a board.
fn refusal(fake: Fake, board: &Board) -> String {
    let error = Client::new(fake, board).identify("tailback build fig2.toml").unwrap_err();
    format!("{error}\n{}", error.help().unwrap_or_default())
}

#[test]
fn a_board_of_the_scenario_is_accepted() {
    let board = board();
    Client::new(Fake::new(&board), &board).identify("").expect("the right board");
}

#[test]
fn boards_with_anything_else_are_refused() {
    let board = board();
    let fake = || Fake::new(&board);
    insta::assert_snapshot!(refusal(fake().set(address::IDENTIFICATION, 0x1234), &board), @r"
    this is no bitstream of Tailback: its identification is 0x00001234
    load a bitstream of `tailback build`
    ");
    insta::assert_snapshot!(refusal(fake().set(address::VERSION, 0x2_0001), &board), @r"
    the bitstream has version 2.1 of the registers, and this program needs 1
    build and load the bitstream again
    ");
    let digest = refusal(fake().set(address::DIGEST, 7), &board);
    let digest = digest.replace(&format!("{:#010x}", board.bridge().digest()), "DIGEST");
    insta::assert_snapshot!(digest, @r"
    the bitstream is that of another fabric: its digest is 0x00000007, not DIGEST
    build it again with `tailback build fig2.toml`, and load it
    ");
    insta::assert_snapshot!(refusal(fake().set(address::CLOCK_HZ, 25_000_000), &board), @r"
    the bitstream has a clock of 25000000 Hz, and the scenario one of 40000000 Hz
    build it again with `tailback build fig2.toml`, and load it
    ");
    let silent = Fake { lost: usize::MAX, ..fake() };
    insta::assert_snapshot!(refusal(silent, &board), @r"
    no response from the board to the read of `bridge.identification`
    check that the bitstream is loaded, and that it was built with the same `--baud`
    ");
    let noisy = Fake { noisy: usize::MAX, ..fake() };
    insta::assert_snapshot!(refusal(noisy, &board), @r"
    the response to the read of `bridge.identification` begins with 0x55
    check that the bitstream was built with the same `--baud`
    ");
}

#[test]
fn a_lost_response_is_asked_for_again() {
    let board = board();
    let mut client = Client::new(Fake { lost: 2, ..Fake::new(&board) }, &board);
    assert_eq!(client.read(CONTROL, address::IDENTIFICATION).expect("response"), IDENTIFICATION);
    let mut client = Client::new(Fake { noisy: 2, ..Fake::new(&board) }, &board);
    assert_eq!(client.read(CONTROL, address::VERSION).expect("response"), VERSION);
}

#[test]
fn a_refused_access_is_reported_with_the_name_of_the_register() {
    let board = board();
    let [forwarding, qp_base, start] = [
        (1, board.fabric().writes(1)[2].address),
        (2, board.fabric().writes(2)[0].address),
        (7, board.writes(0, 0)[8].address),
    ];
    let refused = [forwarding, qp_base, start, (CONTROL, address::RESET), (20, 4)].map(|at| {
        let mut client = Client::new(Fake { refused: Some(at), ..Fake::new(&board) }, &board);
        client.write(at.0, Write { address: at.1, data: 0 }).unwrap_err().to_string()
    });
    insta::assert_snapshot!(refused.join("\n"), @r"
    the board refuses the write of `switch_b.forwarding[3]`
    the board refuses the write of `nic_local.qp_base`
    the board refuses the write of `host_local.flow[0].start`
    the board refuses the write of `bridge.reset`
    the board refuses the write of `slave 20.0x00004`
    ");
}

#[test]
fn a_scenario_begins_after_all_writes_however_slow_they_are() {
    let board = board();
    for access_cycles in [400, 5000, 50_000] {
        let client = Client::new(Fake { access_cycles, ..Fake::new(&board) }, &board);
        let session = Session::set_up(client, &board, 100_000, &mut || ControlFlow::Continue(()));
        let session = session.expect("in time").expect("not interrupted");
        let writes = (0..7).map(|component| board.fabric().writes(component).len());
        let hosts = (0..5).map(|host| board.writes(host, 0).len());
        let least = writes.chain(hosts).sum::<usize>() as u64 * u64::from(access_cycles);
        assert!(
            session.first() > least && session.first().is_multiple_of(64),
            "{}",
            session.first()
        );
    }
}

#[test]
fn a_run_that_the_board_does_not_count_is_refused() {
    let board = board();
    let client = Client::new(Fake::new(&board), &board);
    let cycles = (1 << 32) - 100_000;
    let session = Session::set_up(client, &board, cycles, &mut || ControlFlow::Continue(()));
    let error = session.err().expect("too long");
    assert!(matches!(error, BoardError::TooLong { .. }), "{error}");
}

#[test]
fn a_run_ends_even_if_the_board_no_longer_counts_cycles() {
    let board = board();
    let slow = Fake { access_cycles: 15_000_000, ..Fake::new(&board) };
    let go_on = || ControlFlow::Continue(());
    let client = Client::new(slow, &board);
    let session = Session::set_up(client, &board, 100_000, &mut { go_on });
    let mut session = session.expect("in time").expect("not interrupted");
    let mut last = 0;
    let is_over = session.wait(0, &mut |snapshot| {
        last = snapshot.cycle;
        go_on()
    });
    assert!(is_over.expect("responses"));
    // Once more, with the count at its end.
    while session.snapshot().expect("responses").cycle > last {
        last = session.snapshot().expect("responses").cycle;
    }
    assert!(session.wait(0, &mut |_| go_on()).expect("responses"));
}
