//! Frames and payloads as beats of 8 bytes.

use tailback_spec::efl::BEAT_BYTES;

use crate::random::Random;

/// A beat.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Beat {
    /// Bytes, the first one in the least significant bits.
    pub data: u64,
    /// Valid bytes with `last`: those up to the first 0 bit.
    pub keep: u64,
    /// Last beat of a frame.
    pub last: bool,
}

impl Beat {
    /// What a stream has without a valid beat.
    pub fn noise(random: &mut Random) -> Self {
        let any = random.bits();
        Beat { data: random.bits(), keep: any & 0xFF, last: any & 0x100 != 0 }
    }
}

/// Bytes that are being sent.
#[derive(Debug, Clone, Default)]
pub(crate) struct Beats {
    bytes: Vec<u8>,
    /// Bytes that have been sent.
    sent: usize,
}

impl Beats {
    /// Empties the bytes, for another frame.
    pub fn begin(&mut self) -> &mut Vec<u8> {
        self.bytes.clear();
        self.sent = 0;
        &mut self.bytes
    }

    /// Bytes that are being sent, to be changed before the first beat.
    pub fn bytes(&mut self) -> &mut Vec<u8> {
        &mut self.bytes
    }

    /// Whether the beat that was returned last is the first one.
    pub fn is_first(&self) -> bool {
        self.sent <= BEAT_BYTES
    }

    /// Whether all bytes have been sent.
    pub fn is_over(&self) -> bool {
        self.sent >= self.bytes.len()
    }

    /// The next beat; `None` if all have been sent.
    pub fn next(&mut self, random: &mut Random) -> Option<Beat> {
        let rest = &self.bytes[self.sent.min(self.bytes.len())..];
        let valid = rest.len().min(BEAT_BYTES);
        if valid == 0 {
            return None;
        }
        let mut beat = Beat::noise(random);
        let mut data = beat.data.to_le_bytes();
        data[..valid].copy_from_slice(&rest[..valid]);
        beat.data = u64::from_le_bytes(data);
        beat.last = rest.len() <= BEAT_BYTES;
        if beat.last {
            let ones = (1 << valid) - 1;
            beat.keep = (beat.keep | ones) & !(1 << valid) & 0xFF;
            // A beat without any valid byte has one.
            if valid == 1 && random.below(4) == 0 {
                beat.keep &= !1;
            }
        }
        self.sent += BEAT_BYTES;
        Some(beat)
    }
}

/// Appends so many random bytes.
pub(crate) fn append_noise(bytes: &mut Vec<u8>, count: usize, random: &mut Random) {
    let end = bytes.len() + count;
    while bytes.len() < end {
        let any = random.bits().to_le_bytes();
        let left = end - bytes.len();
        bytes.extend(&any[..left.min(BEAT_BYTES)]);
    }
}
