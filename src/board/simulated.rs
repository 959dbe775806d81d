//! A simulated board at the other end of a pseudo-terminal.

use crate::failure::Failure;
use serialport::{SerialPort, TTYPort};
use std::{
    collections::VecDeque,
    io::{self, Read, Write},
    sync::{
        atomic::{AtomicBool, Ordering},
        Arc,
    },
    thread::{self, JoinHandle},
    time::Duration,
};
use tailback_spec::board::Board;
use tailback_testbench::{
    board::simulation::Simulation,
    harness::{Error, Library},
};

/// Cycles between two looks at the pseudo-terminal.
const STEP_CYCLES: usize = 64;
/// Bytes that are taken from the pseudo-terminal at once.
const TAKEN_BYTES: usize = 64;
/// Seed of registers without a reset.
const SEED: u64 = 1;

/// A simulation that runs in a thread of its own.
pub struct Simulated {
    ends: Arc<AtomicBool>,
    thread: JoinHandle<Result<(), Failed>>,
}

/// Reason for which a simulation has ended.
enum Failed {
    Simulation(Error),
    Terminal(io::Error),
}

impl Simulated {
    /// Starts the simulation of a board; returns the line to it, too. A byte may take as long as `patience`.
    ///
    /// # Errors
    ///
    /// If `library` is not the Verilog of the board, or there is no pseudo-terminal.
    pub fn start(
        board: &Board,
        library: &Library,
        patience: Duration,
    ) -> Result<(Self, Box<dyn SerialPort>), Failure> {
        let no_terminal = |error: serialport::Error| Failure::Usage {
            message: format!("there is no pseudo-terminal: {error}"),
            help: None,
        };
        let simulation = Simulation::new(board, library, SEED)?;
        let (mut of_board, mut of_client) = TTYPort::pair().map_err(no_terminal)?;
        of_board.set_timeout(Duration::ZERO).map_err(no_terminal)?;
        of_client.set_timeout(patience).map_err(no_terminal)?;
        let ends = Arc::new(AtomicBool::new(false));
        let asked = ends.clone();
        let thread = thread::spawn(move || run(simulation, of_board, &asked));
        Ok((Simulated { ends, thread }, Box::new(of_client)))
    }

    /// Ends the simulation.
    ///
    /// # Errors
    ///
    /// If it has failed before.
    pub fn end(self) -> Result<(), Failure> {
        self.ends.store(true, Ordering::Relaxed);
        match self.thread.join() {
            Ok(Ok(())) => Ok(()),
            Ok(Err(Failed::Simulation(error))) => Err(error.into()),
            Ok(Err(Failed::Terminal(error))) => Err(Failure::Usage {
                message: format!("the pseudo-terminal failed: {error}"),
                help: None,
            }),
            Err(panic) => std::panic::resume_unwind(panic),
        }
    }
}

/// Simulates until asked to end.
fn run(mut simulation: Simulation, mut terminal: TTYPort, ends: &AtomicBool) -> Result<(), Failed> {
    let (mut to_board, mut from_board) = (VecDeque::new(), Vec::new());
    let mut taken = [0; TAKEN_BYTES];
    while !ends.load(Ordering::Relaxed) {
        match terminal.read(&mut taken) {
            Ok(bytes) => to_board.extend(&taken[..bytes]),
            Err(error) if error.kind() == io::ErrorKind::TimedOut => {}
            Err(error) => return Err(Failed::Terminal(error)),
        }
        simulation.run(STEP_CYCLES, &mut to_board, &mut from_board).map_err(Failed::Simulation)?;
        if !from_board.is_empty() {
            terminal.write_all(&from_board).map_err(Failed::Terminal)?;
            from_board.clear();
        }
    }
    Ok(())
}
