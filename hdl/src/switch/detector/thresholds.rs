//! Occupancies at which congestion begins and ends.

use crate::prelude::*;
use tailback_spec::parameter::bits_for;
use tailback_spec::switch::detector::{clear_blocks, set_blocks, Detector};

/// The module, from a line for each weight: the weight and the names of its two constants.
macro_rules! thresholds {
    ($($weight:tt $set:ident $clear:ident;)*) => {
        block! {
            /// Occupancies at which congestion begins and ends, by the weight of the threshold.
            ///
            /// Weight 0 turns detection off; the outputs are not used then.
            pub struct Thresholds(config: &Detector) as "tailback_congestion_thresholds" {
                $(
                    /// Congestion begins above this number of blocks.
                    count $set = set_blocks(config, $weight) as usize;
                    /// Congestion ends at this number of blocks.
                    count $clear = clear_blocks(config, $weight) as usize;
                )*

                /// Weight of the threshold.
                input threshold[4];
                /// Congestion begins above this number of blocks.
                output begin_above[bits_for(config.buffer_blocks())];
                /// Congestion ends at this number of blocks.
                output end_at[bits_for(config.buffer_blocks())];
            }
        }

        impl Logic for Thresholds {
            #[hdl_gen]
            fn update(&mut self) {
                match self.threshold.val().index() {
                    $(
                        $weight => {
                            self.begin_above.next = self.$set.val().into();
                            self.end_at.next = self.$clear.val().into();
                        }
                    )*
                    _ => {
                        self.begin_above.next = self.set_1.val().into();
                        self.end_at.next = self.clear_1.val().into();
                    }
                }
            }
        }
    };
}

thresholds! {
    1 set_1 clear_1;
    2 set_2 clear_2;
    3 set_3 clear_3;
    4 set_4 clear_4;
    5 set_5 clear_5;
    6 set_6 clear_6;
    7 set_7 clear_7;
    8 set_8 clear_8;
    9 set_9 clear_9;
    10 set_10 clear_10;
    11 set_11 clear_11;
    12 set_12 clear_12;
    13 set_13 clear_13;
    14 set_14 clear_14;
    15 set_15 clear_15;
}
