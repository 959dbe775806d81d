//! Access to the registers of a board.

use super::{BoardError, Line};
use std::io;
use tailback_spec::{
    board::{
        bridge::{
            self, address, ADDRESS_BYTES, CONTROL, DATA_BYTES, IDENTIFICATION, OKAY, READ,
            READ_BYTES, REFUSED, VERSION, WRITE, WRITE_BYTES,
        },
        Board,
    },
    fabric::Write,
};
use tailback_testbench::board::names;

/// Attempts at an access. Each access can be repeated: reads change nothing, and writes write the same again.
const ATTEMPTS: u32 = 3;

/// A board at the end of a line.
pub struct Client<'a, L> {
    line: L,
    board: &'a Board,
}

/// Access to a register.
#[derive(Debug, Clone, Copy)]
struct Access<'a> {
    verb: &'static str,
    command: &'a [u8],
    slave: u8,
    register: u32,
    /// Bytes of data in the response.
    data: usize,
}

/// Failure of one attempt.
enum Attempt {
    Silent,
    Garbled(u8),
    Final(BoardError),
}

impl<'a, L: Line> Client<'a, L> {
    /// A client for a board, of which nothing is read yet.
    pub fn new(line: L, board: &'a Board) -> Self {
        Client { line, board }
    }

    /// Checks that the board is the one of the scenario. `build` is the command that builds its bitstream.
    ///
    /// # Errors
    ///
    /// If something else responds or nothing does, or version, digest or clock are others.
    pub fn identify(&mut self, build: &str) -> Result<(), BoardError> {
        // Bytes of an earlier program, and a command of it that is not complete.
        self.line.recover().map_err(lost)?;
        let found = self.control(address::IDENTIFICATION)?;
        if found != IDENTIFICATION {
            return Err(BoardError::Foreign { found });
        }
        const MINOR_BITS: u32 = 16;
        let found = self.control(address::VERSION)?;
        if found >> MINOR_BITS != VERSION >> MINOR_BITS {
            return Err(BoardError::Version { found, needed: VERSION });
        }
        let (found, needed) = (self.control(address::DIGEST)?, self.board.bridge().digest());
        let build = build.to_owned();
        if found != needed {
            return Err(BoardError::Digest { found, needed, build });
        }
        let (found, needed) = (self.control(address::CLOCK_HZ)?, self.board.bridge().clock_hz());
        if found != needed {
            return Err(BoardError::Clock { found, needed, build });
        }
        Ok(())
    }

    /// Resets the fabric and its hosts.
    ///
    /// # Errors
    ///
    /// As [`Self::write`].
    pub fn reset(&mut self) -> Result<(), BoardError> {
        self.write(CONTROL, Write { address: address::RESET, data: 0 })
    }

    /// Cycles since the reset of the fabric.
    ///
    /// # Errors
    ///
    /// As [`Self::read`].
    pub fn cycle(&mut self) -> Result<u64, BoardError> {
        self.control(address::CYCLE).map(u64::from)
    }

    /// Reads a register of the bridge.
    fn control(&mut self, register: u32) -> Result<u32, BoardError> {
        self.read(CONTROL, register)
    }

    /// Reads a register.
    ///
    /// # Errors
    ///
    /// If the line fails, or the board does not respond or refuses, even when asked again.
    pub fn read(&mut self, slave: u8, register: u32) -> Result<u32, BoardError> {
        let mut command = [0; READ_BYTES];
        head(&mut command, READ, slave, register);
        let access = Access { verb: "read", command: &command, slave, register, data: DATA_BYTES };
        self.access(access).map(u32::from_le_bytes)
    }

    /// Writes a register.
    ///
    /// # Errors
    ///
    /// As [`Self::read`].
    pub fn write(&mut self, slave: u8, write: Write) -> Result<(), BoardError> {
        let Write { address: register, data } = write;
        let mut command = [0; WRITE_BYTES];
        head(&mut command, WRITE, slave, register);
        command[READ_BYTES..].copy_from_slice(&data.to_le_bytes());
        let access = Access { verb: "write", command: &command, slave, register, data: 0 };
        self.access(access).map(drop)
    }

    /// Accesses a register, several times if the response is lost.
    fn access(&mut self, access: Access) -> Result<[u8; DATA_BYTES], BoardError> {
        let mut last = Attempt::Silent;
        for attempt in 0..ATTEMPTS {
            if attempt > 0 {
                self.line.recover().map_err(lost)?;
            }
            match self.attempt(access) {
                Ok(data) => return Ok(data),
                Err(Attempt::Final(error)) => return Err(error),
                Err(failed) => last = failed,
            }
        }
        let (verb, register) = (access.verb, self.name(access));
        Err(match last {
            Attempt::Garbled(byte) => BoardError::Garbled { verb, register, byte },
            _ => BoardError::Silent { verb, register },
        })
    }

    fn attempt(&mut self, access: Access) -> Result<[u8; DATA_BYTES], Attempt> {
        self.line.send(access.command).map_err(|error| Attempt::Final(lost(error)))?;
        let [mut first, mut data] = [[0; 1].to_vec(), vec![0; access.data]];
        self.receive(&mut first)?;
        if ![OKAY, REFUSED].contains(&first[0]) {
            return Err(Attempt::Garbled(first[0]));
        }
        self.receive(&mut data)?;
        if first[0] == REFUSED {
            let (verb, register) = (access.verb, self.name(access));
            return Err(Attempt::Final(BoardError::Refused { verb, register }));
        }
        data.resize(DATA_BYTES, 0);
        Ok(data.try_into().expect("as many bytes as data has"))
    }

    fn receive(&mut self, bytes: &mut [u8]) -> Result<(), Attempt> {
        self.line.receive(bytes).map_err(|error| match error.kind() {
            io::ErrorKind::TimedOut => Attempt::Silent,
            _ => Attempt::Final(lost(error)),
        })
    }

    fn name(&self, access: Access) -> String {
        names::name(self.board, access.slave, access.register)
    }
}

/// Fills in the bytes that all commands have.
fn head(command: &mut [u8], kind: u8, slave: u8, register: u32) {
    const { assert!(READ_BYTES == 2 + ADDRESS_BYTES && bridge::WRITE_BYTES > READ_BYTES) };
    (command[0], command[1]) = (kind, slave);
    command[2..READ_BYTES].copy_from_slice(&register.to_le_bytes()[..ADDRESS_BYTES]);
}

fn lost(error: io::Error) -> BoardError {
    BoardError::Lost { reason: error.to_string() }
}
