//! A link delays beats and does not change them.

use super::*;

fn beat(number: u64) -> CableInputs {
    CableInputs {
        s_axis_tvalid: !number.is_multiple_of(3),
        s_axis_tdata: [number].into_iter().collect(),
        s_axis_tkeep: number & 0xFF,
        s_axis_tlast: number.is_multiple_of(2),
        s_axis_tuser: number & 3,
    }
}

#[test]
fn what_goes_in_comes_out_after_the_delay_and_zeros_before() {
    for delay in [1, 2, 3, 17] {
        let parameters = spec::Cable::new(8, delay).expect("legal");
        let mut cable = Cable::new(&parameters);
        for again in 0..2 {
            for number in 1..50 {
                let outputs = cable.cycle(&beat(number));
                let expected = match number > u64::from(delay) {
                    true => beat(number - u64::from(delay)),
                    false => CableInputs::default(),
                };
                assert_eq!(outputs.m_axis_tvalid, expected.s_axis_tvalid, "{delay} {again}");
                assert_eq!(outputs.m_axis_tdata, expected.s_axis_tdata);
                assert_eq!(outputs.m_axis_tkeep, expected.s_axis_tkeep);
                assert_eq!(outputs.m_axis_tlast, expected.s_axis_tlast);
                assert_eq!(outputs.m_axis_tuser, expected.s_axis_tuser);
            }
            cable.reset();
        }
    }
}
