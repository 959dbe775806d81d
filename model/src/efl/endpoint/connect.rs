//! Connections between the modules, from outputs that have been evaluated.

use super::{EflEndpoint, EflEndpointInputs};

impl EflEndpoint {
    /// Sets the inputs of all modules.
    pub(super) fn connect(&mut self, inputs: &EflEndpointInputs) {
        self.connect_receive(inputs);
        self.connect_transmit(inputs);
        self.connect_limiter();
        self.connect_rate();
        self.connect_registers(inputs);
    }

    fn connect_receive(&mut self, inputs: &EflEndpointInputs) {
        let (mac, check) = (&inputs.s_axis_mac, &mut self.check.inputs);
        (check.rx_tvalid, check.rx_tdata, check.rx_tkeep) = (mac.tvalid, mac.tdata, mac.tkeep);
        (check.rx_tlast, check.rx_tuser) = (mac.tlast, mac.tuser);

        let (receive, registers) = (&mut self.receive.inputs, &self.registers.outputs);
        let transmit = &self.transmit.outputs;
        receive.now = self.time.now;
        receive.set_address = registers.set_address;
        match self.has_fcs {
            true => {
                let check = &self.check.outputs;
                (receive.rx_tvalid, receive.rx_tdata) = (check.m_tvalid, check.m_tdata);
                (receive.rx_tkeep, receive.rx_tlast) = (check.m_tkeep, check.m_tlast);
                receive.rx_tuser = check.m_tuser;
            }
            false => {
                (receive.rx_tvalid, receive.rx_tdata) = (mac.tvalid, mac.tdata);
                (receive.rx_tkeep, receive.rx_tlast) = (mac.tkeep, mac.tlast);
                receive.rx_tuser = mac.tuser;
            }
        }
        (receive.peer_valid, receive.peer_address) = (registers.peer_valid, registers.peer_address);
        receive.m_tready = inputs.m_axis_host.tready;
        (receive.ack_take, receive.reply_take) = (transmit.ack_take, transmit.reply_take);
    }

    fn connect_transmit(&mut self, inputs: &EflEndpointInputs) {
        let transmit = &mut self.transmit.inputs;
        let (registers, receive) = (&self.registers.outputs, &self.receive.outputs);
        transmit.now = self.time.now;
        transmit.set_address = registers.set_address;
        transmit.set_probe_packets = registers.set_probe_packets;
        let host = &inputs.s_axis_host;
        (transmit.s_tvalid, transmit.s_tdata, transmit.s_tkeep) =
            (host.tvalid, host.tdata, host.tkeep);
        (transmit.s_tlast, transmit.s_tid) = (host.tlast, host.tid);
        let limiter = &self.limiter.outputs;
        (transmit.doorbell_ready, transmit.start_ready) =
            (limiter.doorbell_ready, limiter.start_ready);
        (transmit.grant, transmit.grant_flow) = (limiter.grant, limiter.grant_flow);
        (transmit.ack, transmit.ack_flow) = (receive.ack, receive.ack_flow);
        (transmit.ack_sequence, transmit.ack_gap) = (receive.ack_sequence, receive.ack_gap);
        (transmit.ack_probe, transmit.ack_rtt) = (receive.ack_probe, receive.ack_rtt);
        transmit.ack_time = receive.ack_time;
        let loss = &self.loss.outputs;
        (transmit.lost, transmit.lost_flow) = (loss.lost, loss.lost_flow);
        (transmit.reply, transmit.reply_flow) = (receive.reply, receive.reply_flow);
        transmit.reply_sequence = receive.reply_sequence;
        transmit.reply_stamp = receive.reply_stamp;
        (transmit.reply_probe, transmit.reply_gap) = (receive.reply_probe, receive.reply_gap);
        transmit.data_peer_address = registers.data_peer_address;
        transmit.data_peer_label = registers.data_peer_label;
        transmit.reply_peer_address = registers.reply_peer_address;
        transmit.reply_peer_label = registers.reply_peer_label;
        transmit.m_tready = match self.has_fcs {
            true => self.append.outputs.s_tready,
            false => inputs.m_axis_mac.tready,
        };

        let (append, transmit) = (&mut self.append.inputs, &self.transmit.outputs);
        (append.s_tvalid, append.s_tdata) = (transmit.m_tvalid, transmit.m_tdata);
        (append.s_tkeep, append.s_tlast) = (transmit.m_tkeep, transmit.m_tlast);
    }

    fn connect_limiter(&mut self) {
        let (limiter, transmit) = (&mut self.limiter.inputs, &self.transmit.outputs);
        (limiter.doorbell, limiter.doorbell_flow) = (transmit.doorbell, transmit.doorbell_flow);
        (limiter.start, limiter.start_flow) = (transmit.start, transmit.start_flow);
        (limiter.start_words, limiter.start_more) = (transmit.start_words, transmit.start_more);
        limiter.delay = transmit.delay;
        limiter.grant_ready = transmit.grant_ready;
        (limiter.ack, limiter.ack_flow, limiter.ack_count) = (self.opens, self.opens_flow, 1);
    }

    fn connect_rate(&mut self) {
        let (registers, transmit) = (&self.registers.outputs, &self.transmit.outputs);
        let loss = &mut self.loss.inputs;
        loss.now = self.time.now;
        loss.set_rto_min = registers.set_rto_min;
        (loss.ack_flow, loss.ack_rtt) = (transmit.acked_flow, transmit.acked_rtt);
        loss.ack_left = transmit.acked_left;
        (loss.acknowledged, loss.duplicate) = (transmit.acknowledged, transmit.duplicate);
        (loss.sent, loss.sent_flow) = (transmit.sent, transmit.sent_flow);

        let rate = &mut self.rate.inputs;
        (rate.set_probes, rate.set_delays) = (registers.set_probes, registers.set_delays);
        rate.set_predicts = registers.set_predicts;
        (rate.set_alpha, rate.set_beta) = (registers.set_alpha, registers.set_beta);
        rate.set_probe_alpha = registers.set_probe_alpha;
        rate.set_probe_beta = registers.set_probe_beta;
        (rate.set_initial, rate.set_minimum) = (registers.set_initial, registers.set_minimum);
        (rate.set_maximum, rate.set_rtt_min) = (registers.set_maximum, registers.set_rtt_min);
        let event = self.events.head();
        rate.event_valid = self.events.is_valid();
        (rate.event_flow, rate.event_group) = (event.flow, event.group);
        (rate.event_loss, rate.event_covered) = (event.loss, event.covered);
        (rate.event_probe, rate.event_rtt) = (event.probe, event.rtt);
        (rate.event_time, rate.event_bytes) = (event.time, event.bytes);

        let (pace, rate) = (&mut self.pace.inputs, &self.rate.outputs);
        (pace.set_probes, pace.set_delays) = (registers.set_probes, registers.set_delays);
        pace.set_probe_packets = registers.set_probe_packets;
        (pace.initial_mantissa, pace.initial_exponent) =
            (rate.initial_mantissa, rate.initial_exponent);
        (pace.minimum_mantissa, pace.minimum_exponent) =
            (rate.minimum_mantissa, rate.minimum_exponent);
        (pace.maximum_mantissa, pace.maximum_exponent) =
            (rate.maximum_mantissa, rate.maximum_exponent);
        (pace.paced, pace.paced_flow) = (rate.paced, rate.paced_flow);
        (pace.paced_group, pace.paced_known) = (rate.paced_group, rate.paced_known);
        pace.paced_void = rate.paced_void;
        (pace.paced_mantissa, pace.paced_exponent) = (rate.paced_mantissa, rate.paced_exponent);
        (pace.request, pace.request_flow) = (transmit.request, transmit.request_flow);
        (pace.request_group, pace.request_sent) = (transmit.request_group, transmit.request_sent);
        pace.request_size = transmit.request_size;
    }

    fn connect_registers(&mut self, inputs: &EflEndpointInputs) {
        let registers = &mut self.registers.inputs;
        let (transmit, receive) = (&self.transmit.outputs, &self.receive.outputs);
        let (loss, rate, pace) = (&self.loss.outputs, &self.rate.outputs, &self.pace.outputs);
        registers.s_axil.clone_from(&inputs.s_axil);
        registers.sweeping = transmit.sweeping
            || receive.sweeping
            || loss.sweeping
            || rate.sweeping
            || pace.sweeping;
        registers.data_peer_flow = transmit.data_peer_flow;
        registers.reply_peer_flow = transmit.reply_peer_flow;
        registers.peer_flow = receive.peer_flow;
        (registers.sent, registers.sent_flow) = (transmit.sent, transmit.sent_flow);
        registers.sent_again = transmit.sent_again;
        registers.acknowledged = transmit.acknowledged;
        (registers.acked_flow, registers.acked_left) = (transmit.acked_flow, transmit.acked_left);
        (registers.lost, registers.lost_flow) = (loss.lost, loss.lost_flow);
        registers.lost_late = loss.lost_late;
        (registers.accepted, registers.accepted_flow) = (receive.accepted, receive.accepted_flow);
        (registers.updated, registers.updated_flow) = (rate.updated, rate.updated_flow);
        registers.updated_rate = rate.updated_rate;
        registers.updated_rtt = rate.updated_rtt;
        registers.updated_rtt_min = rate.updated_rtt_min;
        registers.updated_rtt_predicted = rate.updated_rtt_predicted;
        (registers.state_write, registers.state_flow) = self.sent[0];
        registers.state = pace.state;
    }
}
