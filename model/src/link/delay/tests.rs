//! A link delays beats and does not change them.

use super::*;
use crate::interface::PacketStream;

fn beat(number: u64) -> LinkDelayInputs {
    LinkDelayInputs {
        s_axis: PacketStream {
            tvalid: !number.is_multiple_of(3),
            tdata: [number].into_iter().collect(),
            tkeep: number & 0xFF,
            tlast: number.is_multiple_of(2),
            tuser: number & 3,
            ..Default::default()
        },
    }
}

#[test]
fn what_goes_in_comes_out_after_the_delay_and_zeros_before() {
    for delay in [1, 2, 3, 17] {
        let parameters = spec::LinkDelay::new(8, delay).expect("legal");
        let mut link_delay = LinkDelay::new(&parameters);
        for again in 0..2 {
            for number in 1..50 {
                let outputs = link_delay.cycle(&beat(number));
                let expected = match number > u64::from(delay) {
                    true => beat(number - u64::from(delay)),
                    false => LinkDelayInputs::default(),
                };
                assert_eq!(outputs.m_axis.tvalid, expected.s_axis.tvalid, "{delay} {again}");
                assert_eq!(outputs.m_axis.tdata, expected.s_axis.tdata);
                assert_eq!(outputs.m_axis.tkeep, expected.s_axis.tkeep);
                assert_eq!(outputs.m_axis.tlast, expected.s_axis.tlast);
                assert_eq!(outputs.m_axis.tuser, expected.s_axis.tuser);
            }
            link_delay.reset();
        }
    }
}
