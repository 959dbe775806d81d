//! Puts arriving packets in line for the FIFO allocator, which takes one in a cycle.
//!
//! Each input port has a list of packets that have arrived and have not been passed on. In each
//! cycle one port may pass one on, the oldest of its list, or the packet that arrives if the list
//! is empty. Ports take turns.
//!
//! ```text
//! offers[i]   = the list of i is not empty, or begins[i]
//! chosen      = the first port after last, in rotation, that offers
//! last'       = chosen    if some port offers and not full, else last
//! pass        = some port offers, not full, and
//!               the list of chosen is not empty or arrive[chosen]
//! pass_input  = chosen    if pass, else 0
//! pass_queue  = the queue of that packet    if pass, else 0
//! ```
//!
//! With the clock edge, a packet that arrives is put at the end of its port's list, unless it is
//! itself passed on. `begins` says that a packet begins, which may turn out to be dropped; `arrive`
//! that it is stored, `arrive` only with `begins`. It is `begins` that takes part in the choice, for
//! it is known earlier in the cycle; the turn of one that is dropped is lost.
//!
//! A list has room for all packets that the buffer can hold. Reset empties all lists, and sets `last` to
//! the last port, so that port 0 comes first.
//!
//! Ports, in this order:
//!
//! | port | lanes × bits | meaning |
//! |---|---|---|
//! | in `begins` | ports × 1 | a packet begins |
//! | in `arrive` | ports × 1 | it is stored |
//! | in `arrive_queue` | ports × [`InputBuffer::queue_bits`] | its queue |
//! | in `full` | 1 | nothing can be passed on |
//! | out `pass` | 1 | a packet is passed on |
//! | out `pass_input` | [`Port::port_bits`] | the input port that holds it |
//! | out `pass_queue` | [`InputBuffer::queue_bits`] | its queue |
//!
//! Module: `tailback_arrivals`. Its parameters are those of a [`Port`]; a list has room for
//! [`InputBuffer::blocks`] packets.
//!
//! [`Port`]: super::port::Port
//! [`Port::port_bits`]: super::port::Port::port_bits
//! [`InputBuffer::blocks`]: super::input_buffer::InputBuffer::blocks
//! [`InputBuffer::queue_bits`]: super::input_buffer::InputBuffer::queue_bits
