//! Answers that wait for the link.

use crate::comment;
use crate::prelude::*;
use tailback_spec::nic::reflector::{
    ANSWERS, LID_BITS, PSN_BITS, P_KEY_BITS, QP_BITS, SL_BITS, UNDER_WAY,
};
use tailback_spec::parameter::bits_for;

/// Bits of the place of an answer.
const PLACE_BITS: usize = ANSWERS.ilog2() as usize;

block! {
    /// A queue of answers, the first of which is offered from registers.
    pub struct AnswerQueue() as "tailback_reflector_answers" {
        /// Answers that it holds.
        count most = ANSWERS;
        /// So many leave room for those under way.
        count roomy = ANSWERS - UNDER_WAY;

        /// An answer comes; it is dropped if the queue is full.
        input push;
        /// It is a congestion notification packet (CNP), and not an ACK.
        input cnp;
        /// BECN.
        input becn;
        /// DLID.
        input dlid[LID_BITS];
        /// SLID.
        input slid[LID_BITS];
        /// SL.
        input sl[SL_BITS];
        /// VL.
        input vl[SL_BITS];
        /// P_Key.
        input p_key[P_KEY_BITS];
        /// DestQP.
        input dest_qp[QP_BITS];
        /// PSN.
        input psn[PSN_BITS];
        /// The answer that is offered is taken.
        input answer_ready;
        /// The queue is full.
        output is_full;
        /// There is room for those under way.
        output has_room;
        /// An answer is offered.
        output answer_valid;
        /// It is a congestion notification packet (CNP), and not an ACK.
        output answer_cnp;
        /// BECN.
        output answer_becn;
        /// DLID.
        output answer_dlid[LID_BITS];
        /// SLID.
        output answer_slid[LID_BITS];
        /// SL.
        output answer_sl[SL_BITS];
        /// VL.
        output answer_vl[SL_BITS];
        /// P_Key.
        output answer_p_key[P_KEY_BITS];
        /// DestQP.
        output answer_dest_qp[QP_BITS];
        /// PSN.
        output answer_psn[PSN_BITS];

        /// An answer is stored.
        local stores;
        /// An answer is offered next.
        local offers;
        /// One, if an answer is stored.
        local more[bits_for(ANSWERS as u32)];
        /// One, if an answer is offered next.
        local fewer[bits_for(ANSWERS as u32)];
        /// Answers in the queue.
        reg held[bits_for(ANSWERS as u32)];
        /// The place of the next one that comes.
        reg tail[PLACE_BITS];
        /// The place of the next one that goes.
        reg head[PLACE_BITS];
        /// An answer is offered.
        reg valid_reg;
        /// It is a congestion notification packet (CNP), and not an ACK.
        reg cnp_reg;
        /// BECN.
        reg becn_reg;
        /// DLID.
        reg dlid_reg[LID_BITS];
        /// SLID.
        reg slid_reg[LID_BITS];
        /// SL.
        reg sl_reg[SL_BITS];
        /// VL.
        reg vl_reg[SL_BITS];
        /// P_Key.
        reg p_key_reg[P_KEY_BITS];
        /// DestQP.
        reg dest_qp_reg[QP_BITS];
        /// PSN.
        reg psn_reg[PSN_BITS];
        /// It is a congestion notification packet (CNP), and not an ACK.
        lut_memory(ANSWERS) cnps;
        /// BECN.
        lut_memory(ANSWERS) becns;
        /// DLID.
        lut_memory(ANSWERS) dlids[LID_BITS];
        /// SLID.
        lut_memory(ANSWERS) slids[LID_BITS];
        /// SL.
        lut_memory(ANSWERS) sls[SL_BITS];
        /// VL.
        lut_memory(ANSWERS) vls[SL_BITS];
        /// P_Key.
        lut_memory(ANSWERS) p_keys[P_KEY_BITS];
        /// DestQP.
        lut_memory(ANSWERS) dest_qps[QP_BITS];
        /// PSN.
        lut_memory(ANSWERS) psns[PSN_BITS];
    }
}

impl Logic for AnswerQueue {
    #[hdl_gen]
    fn update(&mut self) {
        self.is_full.next = self.held.val() == self.most.val();
        self.has_room.next = self.held.val() <= self.roomy.val();
        self.stores.next = self.push.val() && self.held.val() != self.most.val();
        self.offers.next =
            (!self.valid_reg.val() || self.answer_ready.val()) && self.held.val() != 0;
        self.more.next = 0.into();
        if self.stores.val() {
            self.more.next = 1.into();
            self.tail.next = self.tail.val() + 1;
        }
        self.fewer.next = 0.into();
        if self.offers.val() {
            self.fewer.next = 1.into();
            self.head.next = self.head.val() + 1;
        }
        self.held.next = self.held.val() + self.more.val() - self.fewer.val();
        if self.offers.val() {
            self.valid_reg.next = true;
        } else if self.answer_ready.val() {
            self.valid_reg.next = false;
        }
        self.answer_valid.next = self.valid_reg.val();

        comment!("What is offered stays until the next one is.");
        self.cnps.write.next = self.stores.val();
        self.cnps.write_address.next = self.tail.val();
        self.cnps.write_data.next = self.cnp.val();
        self.cnps.read_address.next = self.head.val();
        self.becns.write.next = self.stores.val();
        self.becns.write_address.next = self.tail.val();
        self.becns.write_data.next = self.becn.val();
        self.becns.read_address.next = self.head.val();
        self.dlids.write.next = self.stores.val();
        self.dlids.write_address.next = self.tail.val();
        self.dlids.write_data.next = self.dlid.val();
        self.dlids.read_address.next = self.head.val();
        self.slids.write.next = self.stores.val();
        self.slids.write_address.next = self.tail.val();
        self.slids.write_data.next = self.slid.val();
        self.slids.read_address.next = self.head.val();
        self.sls.write.next = self.stores.val();
        self.sls.write_address.next = self.tail.val();
        self.sls.write_data.next = self.sl.val();
        self.sls.read_address.next = self.head.val();
        self.vls.write.next = self.stores.val();
        self.vls.write_address.next = self.tail.val();
        self.vls.write_data.next = self.vl.val();
        self.vls.read_address.next = self.head.val();
        self.p_keys.write.next = self.stores.val();
        self.p_keys.write_address.next = self.tail.val();
        self.p_keys.write_data.next = self.p_key.val();
        self.p_keys.read_address.next = self.head.val();
        self.dest_qps.write.next = self.stores.val();
        self.dest_qps.write_address.next = self.tail.val();
        self.dest_qps.write_data.next = self.dest_qp.val();
        self.dest_qps.read_address.next = self.head.val();
        self.psns.write.next = self.stores.val();
        self.psns.write_address.next = self.tail.val();
        self.psns.write_data.next = self.psn.val();
        self.psns.read_address.next = self.head.val();
        if self.offers.val() {
            self.cnp_reg.next = self.cnps.read_data.val();
            self.becn_reg.next = self.becns.read_data.val();
            self.dlid_reg.next = self.dlids.read_data.val();
            self.slid_reg.next = self.slids.read_data.val();
            self.sl_reg.next = self.sls.read_data.val();
            self.vl_reg.next = self.vls.read_data.val();
            self.p_key_reg.next = self.p_keys.read_data.val();
            self.dest_qp_reg.next = self.dest_qps.read_data.val();
            self.psn_reg.next = self.psns.read_data.val();
        }
        self.answer_cnp.next = self.cnp_reg.val();
        self.answer_becn.next = self.becn_reg.val();
        self.answer_dlid.next = self.dlid_reg.val();
        self.answer_slid.next = self.slid_reg.val();
        self.answer_sl.next = self.sl_reg.val();
        self.answer_vl.next = self.vl_reg.val();
        self.answer_p_key.next = self.p_key_reg.val();
        self.answer_dest_qp.next = self.dest_qp_reg.val();
        self.answer_psn.next = self.psn_reg.val();
    }
}
