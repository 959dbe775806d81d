//! What goes out on a port: packets with their FECN, and flow-control packets between them.
//!
//! # FECN
//!
//! Words of a packet come from the crossbar in the form in which they are stored, see
//! [`super::ingress`]: its first one with `word_first`, its last one with `word_last`, and with
//! `word_bad` if the packet is bad. With the first one, `mark` says that the packet is to be marked.
//!
//! FECN is the most significant bit of a byte of the Base Transport Header: byte 12 of the packet if
//! LNH announces a local transport, byte 52 if it announces a global header and byte 14 is 0x1B
//! (IBA 8.3); a packet with any other header has none. In a packet to be marked, the bit is set as
//! its word comes, if it is clear, if the byte counts, and if in the packet's last word it comes
//! before the last two bytes that count: `marked` is high in that cycle. Setting it changes the VCRC by
//! [`crate::wire::crc::vcrc_change`]: if the number of bytes in the packet's last word is 2 modulo
//! 4, its last two bytes are xored with the change.
//!
//! # The way out
//!
//! A word goes in the very cycle in which it comes; if the link does not take it, or others are
//! before it, it waits in a queue. Flow-control packets go between packets, and before the next one.
//!
//! ```text
//! tells     = flow_control_valid and not inside and not stuck
//! shows     = not tells and (level > 0 or word_valid)
//! tx_valid  = tells or shows
//! tx_*      = the flow-control packet    if tells, else
//!             the oldest word of the queue, or the word that comes if there is none   if not
//! flow_control_ready = tells and tx_ready
//! goes      = shows and tx_ready
//! level'    = level + (1 if word_valid) - (1 if goes)
//! stuck'    = shows and not tx_ready
//! inside'   = not the last word of a packet    if goes, else inside
//! full      = level >= 8
//! roomy     = level <= 4
//! ```
//!
//! Without `word_valid`, the three flags of the word are 0, and so are `tx_last`, `tx_flow_control` and
//! `tx_bad` without `tx_valid`; `tx_data` and `tx_keep` are then the two parts of `word`. What
//! is shown stays until it is taken, as AXI4-Stream has it,
//! if a flow-control packet does. The queue has room for [`DEPTH`] words; `word_valid` does not come
//! when all of it is taken. (Words that are issued in the cycle in which it becomes full, and in the two
//! before, are still to come, since the parent looks at `full` a cycle late: four at most, with the
//! first word of a packet, for which it does not look.)
//! A flow-control packet fills the first six bytes, its bits 47 to 40 first; the others are 0,
//! `tx_keep` says that there are six, and `tx_last` and `tx_flow_control` are high, `tx_bad` low. Of
//! a word, `tx_data` and `tx_keep` are the two parts, `tx_last` is `word_last`, `tx_bad` is
//! `word_bad`, and `tx_flow_control` is low.
//!
//! # What others need to know
//!
//! ```text
//! transmit        = word_valid and word_first
//! transmit_vl     = the VL in the header of that word, else 0
//! transmit_blocks = PktLen / 16 + 1 of it, else 0
//! sent[vl]'       = sent[vl] + blocks of the packet whose first word shows, and not stuck, if its VL is vl
//! ```
//!
//! `sent` shows the sum with this cycle's already added, modulo 4096: exactly what goes before a
//! flow-control packet that is built in this cycle, and waits from the next one on, since that goes
//! before any packet whose first word shows later.
//!
//! Reset empties the queue, and clears all else.
//!
//! Ports, in this order:
//!
//! | port | lanes × bits | meaning |
//! |---|---|---|
//! | in `word_valid` | 1 | a word comes |
//! | in `word_first` | 1 | it is the first of a packet |
//! | in `word_last` | 1 | it is the last of the packet |
//! | in `word_bad` | 1 | the packet is bad; with `word_last` |
//! | in `word` | [`Port::word_bits`] | the word |
//! | in `mark` | 1 | the packet is to be marked; with `word_first` |
//! | in `flow_control_valid` | 1 | a flow-control packet waits |
//! | in `flow_control_packet` | 48 | the packet |
//! | in `tx_ready` | 1 | the link takes the beat |
//! | out `tx_valid` | 1 | a beat goes |
//! | out `tx_data` | [`Port::width_bits`] | its bytes |
//! | out `tx_keep` | [`Port::width_bytes`] | which of them count |
//! | out `tx_last` | 1 | it is the last of its packet |
//! | out `tx_flow_control` | 1 | it is a flow-control packet |
//! | out `tx_bad` | 1 | the packet is bad (end of bad packet) |
//! | out `flow_control_ready` | 1 | the flow-control packet goes |
//! | out `full` | 1 | no word may be issued |
//! | out `roomy` | 1 | words are not held up soon |
//! | out `transmit` | 1 | a packet begins |
//! | out `transmit_vl` | 4 | its VL |
//! | out `transmit_blocks` | [`Port::block_bits`] | its blocks |
//! | out `marked` | 1 | FECN of a packet is set |
//! | out `sent` | data VLs × 12 | blocks that have gone, modulo 4096 |
//!
//! Module: `tailback_egress`. Its parameters are those of a [`Port`].
//!
//! [`Port`]: super::port::Port
//! [`Port::word_bits`]: super::port::Port::word_bits
//! [`Port::width_bits`]: super::port::Port::width_bits
//! [`Port::width_bytes`]: super::port::Port::width_bytes
//! [`Port::block_bits`]: super::port::Port::block_bits

/// Words that the queue has room for.
pub const DEPTH: usize = 16;
