//! Transmit side of a port: packets with their FECN, and flow-control packets between them.
//!
//! # FECN
//!
//! The crossbar delivers the beats of a packet as they are stored, see [`super::ingress`]: the
//! first one with `word_first`, the last one with `word_last`, and with `word_bad` if the packet is
//! bad. With the first beat, `mark` indicates that the packet is to be marked.
//!
//! FECN is the most significant bit of a byte of the Base Transport Header: byte 12 of the packet
//! if LNH announces a local transport, byte 52 if it announces a global header and byte 14 is 0x1B
//! (IBA 8.3); a packet with any other header has no FECN. In a packet to be marked, the bit is set
//! in its beat if it is clear, if its byte is valid, and if in the packet's last beat the byte
//! precedes the last two valid bytes: `marked` is high in that cycle. Setting it changes the VCRC
//! by [`crate::wire::crc::vcrc_change`]: if the number of valid bytes in the packet's last beat is
//! 2 modulo 4, its last two bytes are xored with the change.
//!
//! # Transmission
//!
//! The outputs to the link are registers: a beat that comes from the crossbar is on the link in the
//! next cycle; if the registers hold a beat that the link has not accepted, or other beats are before
//! it, it waits in a queue. A flow-control packet is transmitted between two packets, and before the
//! next one.
//!
//! ```text
//! moves     = not tx_valid or tx_ready
//! tells     = moves and flow_control_valid and not inside
//! goes      = moves and not tells and (level > 0 or word_valid)
//! tx_valid' = tells or goes    if moves, else tx_valid
//! tx_*'     = the flow-control packet    if tells, else
//!             the oldest beat of the queue, or that of the crossbar if there is none    if goes,
//!             else tx_*
//! flow_control_ready = tells
//! level'    = level + (1 if word_valid) - (1 if goes)
//! inside'   = not the last beat of a packet    if goes, else inside
//! full      = level >= FULL
//! roomy     = level <= ROOMY
//! ```
//!
//! Without `word_valid`, the three flags of the beat are 0; without `tx_valid`, so are `tx_last`,
//! `tx_flow_control` and `tx_bad`, while `tx_data` and `tx_keep` keep what they were. The queue holds
//! [`DEPTH`] beats; `word_valid` is never high when it is full. (The parent sees `full` one cycle
//! late, and holds up all beats, the first one of a packet, too. So beats issued in the cycle in which
//! it rises and in the three before still follow: four at most. It sees `roomy` one cycle late, too: by
//! the time that `full` could hold up a beat of one of the next four cycles, at most three more beats
//! have entered the queue, and `full` is still low.)
//!
//! A flow-control packet occupies the first six bytes, its bits 47 to 40 first; the other bytes are
//! 0, `tx_keep` marks the six as valid, `tx_last` and `tx_flow_control` are high, and `tx_bad` is
//! low. For a beat of a packet, `tx_data` and `tx_keep` are the two parts of `word`, `tx_last` is
//! `word_last`, `tx_bad` is `word_bad`, and `tx_flow_control` is low.
//!
//! # Outputs to other modules
//!
//! ```text
//! transmit        = word_valid and word_first
//! transmit_vl     = the VL in the header of that beat, else 0
//! transmit_blocks = PktLen / 16 + 1 of it, else 0
//! sent[vl]'       = sent[vl] + blocks of the packet whose first beat goes, if its VL is vl
//! ```
//!
//! `sent` already includes the blocks of this cycle, modulo 4096: exactly the blocks that precede a
//! flow-control packet that is built in this cycle and waits from the next one on, since that
//! packet precedes any packet whose first beat goes later.
//!
//! Reset empties the queue, and clears all other state, `tx_data` and `tx_keep` too.
//!
//! Ports, in this order:
//!
//! | port | elements × bits | meaning |
//! |---|---|---|
//! | in `word_valid` | 1 | a beat comes from the crossbar |
//! | in `word_first` | 1 | first beat of a packet |
//! | in `word_last` | 1 | last beat of the packet |
//! | in `word_bad` | 1 | the packet is bad; with `word_last` |
//! | in `word` | [`Port::word_bits`] | the beat: its bytes, and above them one valid bit per byte |
//! | in `mark` | 1 | the packet is to be marked; with `word_first` |
//! | in `flow_control_valid` | 1 | a flow-control packet waits |
//! | in `flow_control_packet` | 48 | that packet |
//! | in `tx_ready` | 1 | the link accepts the beat |
//! | out `tx_valid` | 1 | a beat is transmitted |
//! | out `tx_data` | [`Port::width_bits`] | bytes of the beat |
//! | out `tx_keep` | [`Port::width_bytes`] | valid bytes of the beat |
//! | out `tx_last` | 1 | last beat of its packet |
//! | out `tx_flow_control` | 1 | the beat is a flow-control packet |
//! | out `tx_bad` | 1 | the packet is bad (end of bad packet) |
//! | out `flow_control_ready` | 1 | the flow-control packet is accepted |
//! | out `full` | 1 | no beat may be issued |
//! | out `roomy` | 1 | no beat will be held up soon |
//! | out `transmit` | 1 | a packet begins |
//! | out `transmit_vl` | 4 | VL of the packet |
//! | out `transmit_blocks` | [`Port::block_bits`] | blocks of the packet |
//! | out `marked` | 1 | FECN of a packet is set |
//! | out `sent` | data VLs × 12 | blocks transmitted, modulo 4096 |
//!
//! Module: `tailback_egress`. Its parameters are those of a [`Port`].
//!
//! [`Port`]: super::port::Port
//! [`Port::word_bits`]: super::port::Port::word_bits
//! [`Port::width_bits`]: super::port::Port::width_bits
//! [`Port::width_bytes`]: super::port::Port::width_bytes
//! [`Port::block_bits`]: super::port::Port::block_bits

/// Beats that the queue holds.
pub const DEPTH: usize = 16;

/// Beats in the queue from which on no more are to be issued.
pub const FULL: usize = 11;

/// Largest number of beats in the queue with which none is held up soon. A packet that waited for
/// the queue reaches it seven cycles later, in which the link transmits these beats.
pub const ROOMY: usize = 7;

/// Most beats that are on their way from the input ports when the queue becomes full.
const ON_THE_WAY: usize = 4;

const _: () = assert!(FULL + ON_THE_WAY <= DEPTH && ROOMY + ON_THE_WAY <= FULL);
