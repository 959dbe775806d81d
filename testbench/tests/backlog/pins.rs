//! Pins of a rate limiter, by name, in the port images of the Verilog.

use tailback_spec::{Direction, Port, PortTable};

/// Index of each pin's word in the image.
fn places<const N: usize>(table: &PortTable, direction: Direction, names: [&str; N]) -> [usize; N] {
    names.map(|name| {
        let before = table.of(direction).take_while(|port| port.name != name);
        let word = before.map(Port::words).sum();
        assert!(word < table.words(direction), "there is a port `{name}`");
        word
    })
}

macro_rules! pins {
    ($image:ident, $pin:ident, $direction:expr, $($name:ident = $text:literal),+ $(,)?) => {
        /// Pin of one direction.
        #[derive(Debug, Clone, Copy)]
        #[repr(usize)]
        pub enum $pin {
            $($name),+
        }

        /// Values of all pins of a direction.
        pub struct $image {
            pub words: Vec<u64>,
            places: [usize; [$($text),+].len()],
        }

        impl $image {
            pub fn new(table: &PortTable) -> Self {
                let places = places(table, $direction, [$($text),+]);
                $image { words: vec![0; table.words($direction)], places }
            }

            pub fn at(&self, pin: $pin) -> u64 {
                self.words[self.places[pin as usize]]
            }
        }
    };
}

pins!(
    Inputs,
    Input,
    Direction::Input,
    Doorbell = "doorbell",
    DoorbellFlow = "doorbell_flow",
    Start = "start",
    StartFlow = "start_flow",
    StartWords = "start_words",
    StartMore = "start_more",
    Ack = "ack",
    AckFlow = "ack_flow",
    AckCount = "ack_count",
    Delay = "delay",
    GrantReady = "grant_ready",
);

pins!(
    Outputs,
    Output,
    Direction::Output,
    DoorbellReady = "doorbell_ready",
    StartReady = "start_ready",
    AckReady = "ack_ready",
    LookUp = "look_up",
    LookUpFlow = "look_up_flow",
    StartIgnored = "start_ignored",
    AckIgnored = "ack_ignored",
    Grant = "grant",
    GrantFlow = "grant_flow",
);

impl Inputs {
    pub fn set(&mut self, pin: Input, value: u64) {
        self.words[self.places[pin as usize]] = value;
    }
}
