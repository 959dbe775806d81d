//! Free space of a receive buffer.

use crate::interface;
use tailback_spec::link::credit_receiver::free_bits;
use tailback_spec::nic::Nic;

interface! {
    /// Free space of a NIC's receive buffer, for each data virtual lane (VL).
    pub struct BufferSpace(nic: &Nic) {
        /// Free blocks.
        master free[free_bits(&nic.link())] if nic.receive_buffer().is_some();
    }
}
