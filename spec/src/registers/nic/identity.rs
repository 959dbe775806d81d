//! What the NIC is, for a driver that meets it.

use super::{address, IDENTIFICATION, VERSION};
use crate::{
    nic::{AfterIdle, Nic, Response, Throttled},
    registers::{Entry, Field, WORD_BITS},
};

pub(super) fn entries(nic: &Nic) -> Vec<Entry> {
    vec![
        Entry::register(
            "identification",
            address::IDENTIFICATION,
            "Says that here is a NIC of Tailback.",
            vec![Field::constant("value", 0, WORD_BITS, IDENTIFICATION, "\"TLBN\" in ASCII.")],
        ),
        Entry::register(
            "version",
            address::VERSION,
            "Version of this map.",
            vec![
                Field::constant("minor", 0, 16, VERSION.1, "Another one adds registers."),
                Field::constant("major", 16, 16, VERSION.0, "Another one changes registers."),
            ],
        ),
        Entry::register(
            "capabilities",
            address::CAPABILITIES,
            "What flows there are, and how they answer to marks.",
            capabilities(nic),
        ),
        Entry::register(
            "datapath",
            address::DATAPATH,
            "How packets move.",
            vec![
                Field::constant(
                    "word_bytes",
                    0,
                    8,
                    nic.word_bytes() as u32,
                    "What moves in one cycle.",
                )
                .unit("bytes"),
                Field::constant(
                    "packet_words",
                    16,
                    16,
                    nic.packet_words(),
                    "The longest packet, its VCRC included.",
                )
                .unit("words"),
            ],
        ),
        Entry::register(
            "clock",
            address::CLOCK,
            "How long a cycle is.",
            vec![Field::constant(
                "frequency",
                0,
                WORD_BITS,
                nic.clock_hz() as u32,
                "The frequency that the configuration asks for.",
            )
            .unit("Hz")],
        ),
    ]
}

fn capabilities(nic: &Nic) -> Vec<Field> {
    let response = match nic.response() {
        Response::Lipd => 0,
        Response::Fimd => 1,
        Response::Aimd => 2,
        Response::Cct => 3,
    };
    let after_idle = u32::from(nic.after_idle() == AfterIdle::Reset);
    let throttled = u32::from(nic.throttled() == Throttled::Sl);
    let flows = nic.flows() as u32;
    vec![
        Field::constant("flows", 0, 13, flows, "Flows, numbered from 0.").unit("flows"),
        Field::constant("window", 16, 5, nic.window(), "Of one flow, in flight at most.")
            .unit("packets"),
        Field::constant(
            "response",
            24,
            2,
            response,
            "How a flow's delay answers to marks: 0 LIPD, 1 FIMD, 2 AIMD, 3 by the congestion \
             control table.",
        ),
        Field::constant(
            "after_idle",
            28,
            1,
            after_idle,
            "What the rate of a flow is after it had no packet to send: 0 what it was, 1 the \
             highest. Of no meaning with the table.",
        ),
        Field::constant(
            "throttled",
            29,
            1,
            throttled,
            "What has an index into the table of its own: 0 each flow, 1 each service level.",
        ),
    ]
}
