//! Progress of the packet that an input port sends, so that the next one can be chosen in time.
//!
//! The choice of the next packet begins three cycles before it starts, and so in or before the cycle
//! in which the last beat but two is issued. By then the end must be certain: all beats are in the
//! buffer, and none will be held up.
//!
//! ```text
//! left'    = beats(words) - 1 - (1 if second) - (1 if issue)    if header, else
//!            left - 1                           if issue, else left
//! known'   = 0    if start or ends, else
//!            1    if header, else known
//! near'    = (known or header) and not start and left' <= 3 and complete and roomy
//! near_end = near and not start
//! ```
//!
//! `near_end` may also be high in the cycle after the last beat, in which nothing is sent any more.
//!
//! `header` is high in the second cycle after the first beat of the packet was issued, with PktLen
//! of its header in `words`; [`super::port::beats`] gives the number of beats for a PktLen. One
//! other beat may have been issued in between:
//!
//! ```text
//! second'  = issue and not start
//! ```
//!
//! `left` is modulo 2^[`left_bits`]. Reset clears the four registers.
//!
//! Ports, in this order:
//!
//! | port | elements × bits | meaning |
//! |---|---|---|
//! | in `start` | 1 | a packet is started |
//! | in `issue` | 1 | a beat is issued |
//! | in `ends` | 1 | the last beat of the packet is issued |
//! | in `complete` | 1 | the packet's last beat is in the buffer |
//! | in `roomy` | 1 | beats will not be held up at the output port, for the next three cycles at least |
//! | in `header` | 1 | the first beat is on the output of the buffer |
//! | in `words` | 11 | PktLen of the packet, in words |
//! | out `near_end` | 1 | the last beat is issued in this cycle or the next two, or has been |
//!
//! Module: `tailback_packet_progress`. Its parameters are those of a [`Port`].

use super::port::{beats, Port};
use crate::parameter::bits_for;

/// Bits of a number of beats of a packet.
pub fn left_bits(port: &Port) -> usize {
    let longest = (0..port.lanes()).map(|lane| port.longest_words(lane)).max().unwrap_or(1);
    bits_for(beats(longest, port.width_bytes()) as u32)
}
