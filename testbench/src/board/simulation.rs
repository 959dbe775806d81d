//! The Verilog of a fabric on a chip, with bytes at the other end of its serial line.

use std::collections::VecDeque;

use tailback_spec::{
    board::{uart::FRAME_BITS, Board},
    Direction, Port,
};

use crate::harness::{library::Dut, Error, Library};

/// A simulated fabric on a chip.
pub struct Simulation {
    dut: Dut,
    inputs: Vec<u64>,
    outputs: Vec<u64>,
    /// Index of `uart_rxd` among the inputs, and of `uart_txd` among the outputs.
    rxd: usize,
    txd: usize,
    bit_cycles: usize,
    sender: Sender,
    receiver: Receiver,
}

/// Sends bytes to the board, bit by bit.
#[derive(Debug, Default)]
struct Sender {
    /// Bits of the frame that have not ended, the next one in the least significant bit.
    frame: u64,
    left: usize,
    timer: usize,
}

/// Receives bytes from the board.
#[derive(Debug, Default)]
struct Receiver {
    frame: u64,
    left: usize,
    timer: usize,
}

impl Simulation {
    /// A simulation after reset. `seed` determines the initial values of registers that have no reset.
    ///
    /// # Errors
    ///
    /// If `library` is not the Verilog of a board ([`Error::PortMismatch`]), or its simulation stops by
    /// itself ([`Error::Simulation`]).
    pub fn new(board: &Board, library: &Library, seed: u64) -> Result<Self, Error> {
        const RESET_CYCLES: usize = 4;
        let table = library.table();
        let index = |direction, name: &str| {
            let ports: Vec<&Port> = table.of(direction).collect();
            let at = ports.iter().position(|port| port.name == name);
            let words = |at: usize| ports[..at].iter().map(|port| port.words()).sum();
            at.map(words)
                .ok_or_else(|| Error::Simulation(format!("the board has no port `{name}`")))
        };
        let (rxd, txd) =
            (index(Direction::Input, "uart_rxd")?, index(Direction::Output, "uart_txd")?);
        let mut simulation = Simulation {
            dut: library.instance(seed)?,
            inputs: table.reset_image(),
            outputs: vec![0; table.words(Direction::Output)],
            rxd,
            txd,
            bit_cycles: board.bridge().uart().bit_cycles(),
            sender: Sender::default(),
            receiver: Receiver::default(),
        };
        simulation.inputs[rxd] = 1;
        for _ in 0..RESET_CYCLES {
            simulation.dut.step(true, &simulation.inputs, &mut simulation.outputs)?;
        }
        Ok(simulation)
    }

    /// Simulates so many cycles: takes bytes for the board from `to_board` as the line gets free, and appends the
    /// bytes that the board sends to `from_board`.
    ///
    /// # Errors
    ///
    /// If the simulation of the Verilog stops by itself ([`Error::Simulation`]).
    pub fn run(
        &mut self,
        cycles: usize,
        to_board: &mut VecDeque<u8>,
        from_board: &mut Vec<u8>,
    ) -> Result<(), Error> {
        for _ in 0..cycles {
            self.inputs[self.rxd] = self.sender.bit(self.bit_cycles, to_board);
            self.dut.step(false, &self.inputs, &mut self.outputs)?;
            from_board.extend(self.receiver.see(self.outputs[self.txd], self.bit_cycles));
        }
        Ok(())
    }
}

impl Sender {
    /// Level of the line in the next cycle.
    fn bit(&mut self, bit_cycles: usize, bytes: &mut VecDeque<u8>) -> u64 {
        if self.timer == 0 {
            self.frame >>= 1;
            self.left = self.left.saturating_sub(1);
            if self.left == 0 {
                let Some(byte) = bytes.pop_front() else { return 1 };
                const STOP: u64 = 1 << (FRAME_BITS - 1);
                (self.frame, self.left) = (STOP | u64::from(byte) << 1, FRAME_BITS);
            }
            self.timer = bit_cycles;
        }
        self.timer -= 1;
        self.frame & 1
    }
}

impl Receiver {
    /// Processes the level of the line in a cycle, and returns the byte that ends with it.
    fn see(&mut self, level: u64, bit_cycles: usize) -> Option<u8> {
        if self.left == 0 {
            if level == 0 {
                (self.frame, self.left, self.timer) = (0, FRAME_BITS, bit_cycles / 2);
            }
            return None;
        }
        if self.timer > 0 {
            self.timer -= 1;
            return None;
        }
        self.frame |= level << (FRAME_BITS - self.left);
        (self.left, self.timer) = (self.left - 1, bit_cycles - 1);
        // A frame that ends without its stop bit is no byte.
        let is_whole = self.left == 0 && level == 1;
        is_whole.then_some((self.frame >> 1) as u8)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_pass_from_sender_to_receiver() {
        for bit_cycles in [4, 5, 50] {
            let (mut sender, mut receiver) = (Sender::default(), Receiver::default());
            let sent: Vec<u8> = (0..=u8::MAX).collect();
            let mut bytes = VecDeque::from(sent.clone());
            let cycles = (sent.len() + 1) * FRAME_BITS * bit_cycles;
            let received: Vec<u8> = (0..cycles)
                .filter_map(|_| receiver.see(sender.bit(bit_cycles, &mut bytes), bit_cycles))
                .collect();
            assert_eq!(received, sent, "{bit_cycles} cycles");
        }
    }
}
