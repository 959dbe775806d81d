//! Replies that a NIC sends to packets: ACKs and CNPs.

use crate::interface;
use tailback_spec::nic::reflector::{
    LID_BITS, OPCODE_BITS, PSN_BITS, P_KEY_BITS, QP_BITS, SL_BITS,
};

interface! {
    /// Fields of a reply: an ACK, or a congestion notification packet (CNP).
    ///
    /// `is_packet`: the kind is that of the packet, by its OpCode, and the AETH is included.
    pub struct Reply(is_stallable: bool, is_packet: bool) {
        /// Reply valid.
        master valid if is_stallable;
        /// Reply accepted, if it is valid.
        slave ready if is_stallable;
        /// CNP; else an ACK.
        master cnp if !is_packet;
        /// OpCode.
        master opcode[OPCODE_BITS] if is_packet;
        /// BECN.
        master becn;
        /// DLID.
        master dlid[LID_BITS];
        /// SLID.
        master slid[LID_BITS];
        /// Service level (SL).
        master sl[SL_BITS];
        /// VL.
        master vl[SL_BITS];
        /// P_Key.
        master p_key[P_KEY_BITS];
        /// DestQP.
        master dest_qp[QP_BITS];
        /// PSN.
        master psn[PSN_BITS];
        /// AETH syndrome of an ACK.
        master syndrome[8] if is_packet;
        /// AETH MSN of an ACK.
        master msn[24] if is_packet;
    }
}
