//! How far a packet is that an input port sends, so that the next one can be chosen in time.
//!
//! The next packet is chosen two cycles before it starts, and so in or before the cycle in which the
//! last word but one is issued. That must be sure to end: all words are there, and none will be held
//! up on the way.
//!
//! ```text
//! left'    = beats(words) - 1 - (1 if issue)    if header, else
//!            left - 1                           if issue, else left
//! known'   = 0    if start or ends, else
//!            1    if header, else known
//! near'    = (known or header) and not start and left' <= 2 and complete and roomy
//! near_end = near and not start
//! ```
//!
//! So `near_end` may also be high in the cycle after the last word, in which nothing is sent any more.
//!
//! `header` comes in the cycle after the first word of the packet was issued, with PktLen of its
//! header in `words`; [`super::port::beats`] tells how many words that makes. `left` is modulo
//! 2^[`left_bits`]. Reset clears the three registers.
//!
//! Ports, in this order:
//!
//! | port | lanes × bits | meaning |
//! |---|---|---|
//! | in `start` | 1 | a packet is started |
//! | in `issue` | 1 | a word is issued |
//! | in `ends` | 1 | it is the last of the packet |
//! | in `complete` | 1 | the packet's last word is in the buffer |
//! | in `roomy` | 1 | words are not held up soon where it goes, in the next two cycles at least |
//! | in `header` | 1 | the first word comes out |
//! | in `words` | 11 | its PktLen |
//! | out `near_end` | 1 | the last word is issued in this cycle or the next, or has been |
//!
//! Module: `tailback_packet_progress`. Its parameters are those of a [`Port`].

use super::port::{beats, Port};
use crate::parameter::bits_for;

/// Bits of a number of words of a packet.
pub fn left_bits(port: &Port) -> usize {
    let longest = (0..port.lanes()).map(|lane| port.longest_words(lane)).max().unwrap_or(1);
    bits_for(beats(longest, port.width_bytes()) as u32)
}
