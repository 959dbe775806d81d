//! A serial line.

use super::BoardError;
use serialport::{ClearBuffer, SerialPort};
use std::{
    io::{self, Read, Write},
    time::Duration,
};

/// A line that carries bytes to a board and back.
pub trait Line {
    /// Sends bytes.
    ///
    /// # Errors
    ///
    /// If the line fails.
    fn send(&mut self, bytes: &[u8]) -> io::Result<()>;

    /// Receives exactly as many bytes as there is space for.
    ///
    /// # Errors
    ///
    /// If the next byte takes too long ([`io::ErrorKind::TimedOut`]), or the line fails.
    fn receive(&mut self, bytes: &mut [u8]) -> io::Result<()>;

    /// Waits until the board has dropped a command that is not complete, and discards received bytes.
    ///
    /// # Errors
    ///
    /// If the line fails.
    fn recover(&mut self) -> io::Result<()>;
}

/// Time in which the board drops a command that is not complete, with a margin.
const RECOVERY: Duration = Duration::from_millis(50);

/// Opens a serial line; a byte may take as long as `patience`.
///
/// # Errors
///
/// If the line does not exist, is in use, or does not support the rate ([`BoardError::Port`]).
pub fn open(path: &str, baud: u32, patience: Duration) -> Result<Box<dyn SerialPort>, BoardError> {
    serialport::new(path, baud).timeout(patience).open().map_err(|error| {
        let text = error.to_string();
        BoardError::Port { port: path.into(), reason: text.trim_end_matches('.').to_lowercase() }
    })
}

impl Line for Box<dyn SerialPort> {
    fn send(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.write_all(bytes)?;
        self.flush()
    }

    fn receive(&mut self, bytes: &mut [u8]) -> io::Result<()> {
        self.read_exact(bytes)
    }

    fn recover(&mut self) -> io::Result<()> {
        std::thread::sleep(RECOVERY);
        self.clear(ClearBuffer::All).map_err(io::Error::from)
    }
}
