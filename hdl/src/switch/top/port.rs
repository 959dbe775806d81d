//! One port of the switch.

use super::{
    BufferControl, CrossbarBeats, OutputControl, PortCredits, PortEvents, ReceivedBeats,
    StoredPackets,
};
use crate::interface::LinkStream;
use crate::prelude::*;
use crate::switch::{Egress, Ingress};
use tailback_spec::registers::WORD_BITS;
use tailback_spec::switch::counters::index_bits;
use tailback_spec::switch::top::SwitchTop;

block! {
    /// A port of the switch: receives packets and stores them, sends them to the crossbar,
    /// transmits those of the crossbar, and manages the credits of the link in both directions.
    pub struct SwitchPort(switch: &SwitchTop) as "tailback_switch_port" {
        /// High while the link is up.
        input link_active;
        /// Received packets.
        slave rx: LinkStream(switch.port.width_bits(), false);
        /// Transmitted packets.
        master tx: LinkStream(switch.port.width_bits(), true);
        /// The forwarding table has a route for the DLID of the cycle before.
        input known;
        /// Output port of the route; valid with `known`.
        input way[switch.port.port_bits()];
        /// Per port: the link is up.
        input(switch.port.ports()) links_active;
        /// Per port and data VL: blocks of the longest packet that may start.
        input(switch.port.ports() * switch.port.virtual_lanes())
            all_available[switch.port.block_bits()];
        /// Per queue: the packet that is started next is dropped.
        input(switch.port.buffer().queues()) expired;
        /// Input buffer.
        master stored: BufferControl(&switch.port);
        /// Beats that enter the crossbar, each in the second cycle after it is issued.
        master sent: CrossbarBeats(&switch.port, true);
        /// Beats of the crossbar for the output port.
        slave word: CrossbarBeats(&switch.port, false);
        /// Output port.
        master sending: OutputControl(&switch.port);
        /// A packet for the output port's VL waits only for credits.
        input(switch.port.virtual_lanes()) stalled;
        /// Index of the counter whose slot this cycle is.
        input index[index_bits(&switch.port)];
        /// The counter of this slot restarts from 0; high in the first round after reset.
        input clear;

        /// DLID of the received beat, if it is the first one of a packet.
        output dlid[16];
        /// High in the cycle in which the first beat of a packet is stored in the input buffer.
        output arrive;
        /// Queue of the stored packet; valid with `arrive`.
        output arrive_queue[switch.port.buffer().queue_bits()];
        /// Blocks of the longest packet that may start to this port, on each data VL.
        output(switch.port.virtual_lanes()) available[switch.port.block_bits()];
        /// Data VLs for which the other end has sent credits, one bit per VL.
        output initialised[switch.port.virtual_lanes()];
        /// Value of the counter whose slot was the cycle before.
        output value[WORD_BITS as usize];

        /// Checks received packets.
        sub ingress: Ingress = Ingress::new(&switch.port);
        /// Delays received beats between the ingress and the input buffer.
        sub received: ReceivedBeats = ReceivedBeats::new(&switch.port);
        /// Stores packets until they are started.
        sub store: StoredPackets = StoredPackets::new(switch);
        /// Transmits packets and flow-control packets.
        sub egress: Egress = Egress::new(&switch.port);
        /// Credits of the link, in both directions.
        sub link_credits: PortCredits = PortCredits::new(switch);
        /// Event counters of the port.
        sub events: PortEvents = PortEvents::new(&switch.port);
    }
    connect {
        ingress: rx, destination = dlid, known, port = way;
        ingress, received: write = stores, begins, write_first = stores_first,
            write_last = stores_last, write_bad = stores_bad, write_queue = stores_queue,
            write_blocks = stores_blocks, write_beats = stores_beats, write_word = stores_word;
        ingress, store: take, take_lane;
        ingress, link_credits: flow_control, flow_control_packet, received, received_vl;
        ingress, events: bad_framing, accepted, accepted_lane, accepted_blocks, drops;
        received: arrive, write_queue = arrive_queue;
        received, store: write, write_first, write_last, write_bad, write_queue, write_blocks,
            write_beats, write_word;
        store: links_active, available = all_available, expired, stored, sent;
        store, ingress: free;
        store, link_credits: credits;
        egress: word_valid = word.valid, word_first = word.first, word_last = word.last,
            word_bad = word.bad, word = word.word, mark = sending.mark, tx, full = sending.full,
            roomy = sending.roomy, transmit = sending.transmit, transmit_vl = sending.transmit_vl,
            transmit_blocks = sending.transmit_blocks;
        egress, link_credits: flow_control_ready = ready, sent;
        egress, events: transmit, transmit_vl, transmit_blocks, marked, flow_control_ready = tells;
        link_credits, egress: valid = flow_control_valid, packet = flow_control_packet;
        link_credits, events: update, bad_crc, bad_op, bad_vl;
        link_credits: link_active, begins = sending.begins, claim = sending.claim,
            claim_lane = sending.claim_lane, claim_blocks = sending.claim_blocks,
            waive = sending.waive, waive_lane = sending.waive_lane,
            waive_blocks = sending.waive_blocks, available, initialised;
        events: index, clear, late = sending.late, late_lane = sending.late_lane,
            marked_lane = word.lane, value, stalled;
    }
}

wired!(SwitchPort);
