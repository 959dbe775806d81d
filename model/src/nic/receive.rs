//! The receive path: checks packets and passes them to the host, reports their fields to the
//! reflector, and separates flow-control packets.

#[cfg(test)]
mod tests;

use crate::switch::beat;
use crate::switch::ingress::{Ingress, IngressInputs, IngressOutputs};
use crate::Golden;
use tailback_spec::{
    nic::{
        receive::{Cause, HEADER_BYTES, OPCODE_BYTE},
        transmit::CNP_WORDS,
        Nic,
    },
    port_values,
    switch::port::Port,
    wire::{bth, lrh},
    WideWord,
};

port_values! {
    /// Beats from the link.
    pub struct ReceiveInputs {
        /// Beat valid.
        pub rx_valid: bool,
        /// Bytes of the beat.
        pub rx_data: WideWord,
        /// Valid bytes of the beat, one bit per byte; used with `rx_last`.
        pub rx_keep: u64,
        /// Last beat of the packet.
        pub rx_last: bool,
        /// The beat is a flow-control packet.
        pub rx_flow_control: bool,
        /// The packet is known to be bad; used with `rx_last`.
        pub rx_bad: bool,
    }
}

port_values! {
    /// Beats to the host, and reports to the reflector, the counters and the credits.
    pub struct ReceiveOutputs {
        /// Beat to the host valid.
        pub m_host_valid: bool,
        /// Bytes of the beat to the host.
        pub m_host_data: WideWord,
        /// Valid bytes of the beat to the host: one bit per byte.
        pub m_host_keep: u64,
        /// Last beat of the packet to the host.
        pub m_host_last: bool,
        /// The packet is bad; valid with `m_host_last`.
        pub m_host_bad: bool,
        /// A good packet with the fields below is received.
        pub decoded: bool,
        /// BTH: opcode.
        pub opcode: u64,
        /// BTH: FECN.
        pub fecn: bool,
        /// BTH: BECN.
        pub becn: bool,
        /// LRH: DLID.
        pub dlid: u64,
        /// LRH: SLID.
        pub slid: u64,
        /// LRH: service level.
        pub sl: u64,
        /// LRH: VL.
        pub vl: u64,
        /// BTH: partition.
        pub p_key: u64,
        /// BTH: queue pair.
        pub dest_qp: u64,
        /// BTH: PSN.
        pub psn: u64,
        /// BTH: AckReq, an ACK is requested.
        pub ack_req: bool,
        /// Bytes between BTH and ICRC.
        pub payload_bytes: u64,
        /// A good packet for the host is received.
        pub passed: bool,
        /// A packet is dropped, or was passed to the host as a bad one: bit *c* for cause *c*.
        pub drops: u64,
        /// A block is received.
        pub received: bool,
        /// VL of the received block.
        pub received_vl: u64,
        /// A flow-control packet is received.
        pub flow_control: bool,
        /// Received flow-control packet, its first byte in bits 47 to 40.
        pub flow_control_packet: u64,
        /// Framing error: a beat marked as flow control is no flow-control packet.
        pub bad_framing: bool,
    }
}

/// A beat on its way to the host.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Beat {
    data: WideWord,
    keep: u64,
    first: bool,
    last: bool,
    bad: bool,
}

/// The receive path of the NIC.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Receive {
    port: Port,
    ingress: Ingress,
    /// Outputs of the ingress in the cycle before.
    said: IngressOutputs,
    /// LRH and BTH of the last packet, as far as they have been received.
    header: [u8; HEADER_BYTES],
    /// Bytes of the packet that have been written.
    written: usize,
    /// Beat that waits for the next one.
    waits: Option<Beat>,
    /// Whether the packet of the beat that left last is withheld from the host.
    hidden: bool,
    /// Beat that is offered to the host, or was last.
    shown: Beat,
    valid: bool,
}

impl Receive {
    /// The module after reset.
    pub fn new(nic: &Nic) -> Self {
        Receive::of(nic.port())
    }

    /// The receive path of a link of this format after reset.
    pub fn of(port: Port) -> Self {
        Receive {
            port,
            ingress: Ingress::new(&port),
            said: IngressOutputs::default(),
            header: [0; HEADER_BYTES],
            written: 0,
            waits: None,
            hidden: false,
            shown: Beat::default(),
            valid: false,
        }
    }

    /// LNH, and whether the packet is a CNP.
    fn kind(&self) -> (lrh::Next, bool) {
        let next = lrh::Header::new_checked(&self.header).map(|header| header.next());
        let next = next.unwrap_or(lrh::Next::Raw);
        let is_cnp = next == lrh::Next::Local && self.header[OPCODE_BYTE] == bth::OPCODE_CNP;
        (next, is_cnp)
    }

    /// Fields of the packet, as far as they have been received.
    fn fields(&self, outputs: &mut ReceiveOutputs) {
        const BITS: u32 = 11;
        let (local, transport) = self.header.split_at(lrh::BYTES);
        if let Ok(header) = lrh::Header::new_checked(local) {
            outputs.dlid = header.destination().into();
            outputs.slid = header.source().into();
            outputs.sl = header.service_level().get().into();
            outputs.vl = header.virtual_lane().get().into();
            let words = header.words().get().wrapping_sub(CNP_WORDS as u32) % (1 << BITS);
            outputs.payload_bytes = u64::from(words) * lrh::WORD_BYTES as u64;
        }
        if let Ok(header) = bth::Header::new_checked(transport) {
            outputs.opcode = header.opcode().into();
            outputs.fecn = header.fecn();
            outputs.becn = header.becn();
            outputs.p_key = header.partition_key().into();
            outputs.dest_qp = header.destination_queue_pair().get().into();
            outputs.psn = header.sequence_number().get().into();
            outputs.ack_req = header.acknowledge_request();
        }
    }

    /// Drives the outputs from those of the ingress, and decides on a packet that it accepted.
    fn show(&self, outputs: &mut ReceiveOutputs) {
        let said = &self.said;
        outputs.received = said.received;
        outputs.received_vl = said.received_vl;
        outputs.flow_control = said.flow_control;
        outputs.flow_control_packet = said.flow_control_packet;
        outputs.bad_framing = said.bad_framing;
        for (lane, cause) in Cause::ALL.into_iter().enumerate() {
            let dropped = cause.at_ingress().map_or(0, |cause| said.drops >> cause as u64 & 1);
            outputs.drops |= dropped << lane;
        }
        if said.accepted {
            let (next, is_cnp) = self.kind();
            // A CNP has no payload.
            let is_malformed = is_cnp && outputs.payload_bytes != 0;
            outputs.decoded = next == lrh::Next::Local && !is_malformed;
            outputs.passed = next != lrh::Next::Global && !is_cnp;
            outputs.drops |= u64::from(next == lrh::Next::Global) << Cause::Global as u64;
            outputs.drops |= u64::from(is_malformed) << Cause::BadNotification as u64;
        }
    }

    /// Stores the header bytes of a beat that is written.
    fn read(&mut self, said: &IngressOutputs) {
        if said.write_first {
            self.written = 0;
        }
        let bytes = beat::bytes(&said.write_word);
        let width = self.port.width_bytes();
        let left = self.header.iter_mut().skip(self.written);
        left.zip(&bytes[..width]).for_each(|(field, byte)| *field = *byte);
        self.written += width;
    }
}

impl Golden for Receive {
    type Inputs = ReceiveInputs;
    type Outputs = ReceiveOutputs;

    fn step(&mut self, inputs: &ReceiveInputs, outputs: &mut ReceiveOutputs) {
        *outputs = ReceiveOutputs {
            m_host_valid: self.valid,
            m_host_data: self.shown.data.clone(),
            m_host_keep: self.shown.keep,
            m_host_last: self.shown.last,
            m_host_bad: self.shown.bad,
            ..ReceiveOutputs::default()
        };
        self.fields(outputs);
        self.show(outputs);

        let beats = IngressInputs {
            rx_valid: inputs.rx_valid,
            rx_data: inputs.rx_data.clone(),
            rx_keep: inputs.rx_keep,
            rx_last: inputs.rx_last,
            rx_flow_control: inputs.rx_flow_control,
            rx_bad: inputs.rx_bad,
            known: true,
            port: 0,
            free: (0..self.port.lanes()).map(|_| u32::MAX).collect(),
        };
        let said = self.ingress.cycle(&beats);
        // The header of the packet that waits is complete with its second beat at the latest.
        let leaves = self.waits.take_if(|waits| waits.last || said.write);
        let was = self.kind();
        if said.write {
            self.read(&said);
        }
        self.valid = false;
        if let Some(beat) = leaves {
            if beat.first {
                let (next, is_cnp) = if beat.last { was } else { self.kind() };
                self.hidden = next == lrh::Next::Global || is_cnp;
            }
            if !self.hidden {
                (self.shown, self.valid) = (beat, true);
            }
        }
        if said.write {
            let mut data = said.write_word.clone();
            let keep = data.pop().unwrap_or_default();
            let (first, last, bad) = (said.write_first, said.write_last, said.write_bad);
            self.waits = Some(Beat { data, keep, first, last, bad });
        }
        self.said = said;
    }

    fn reset(&mut self) {
        *self = Receive::of(self.port);
    }
}
