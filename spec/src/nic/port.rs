//! The NIC's side of the link, described as a port of the switch.

use super::Nic;
use crate::link::{management_blocks, Link, BLOCK_BYTES, MOST_OFFERED, VCRC_BYTES};
use crate::switch::{
    input_buffer::{InputBuffer, Reading, Sizes},
    port::Port,
};
use crate::wire::lrh;

impl Nic {
    /// A port for the packets that the NIC transmits and receives: the data VLs of its link, VL15,
    /// and packets of [`Nic::packet_words`] beats, but of at least 64 bytes, and at most the length
    /// that PktLen can announce. All blocks of its buffer are always free: they are enough for a
    /// longest packet even if the packet before takes one in the same cycle.
    pub fn port(&self) -> Port {
        /// Blocks of a VL that the packet before may take in the cycle in which a packet begins.
        const BLOCKS_TAKEN: u32 = 1;
        let width = (self.word_bytes() as u32).next_power_of_two();
        // A packet ends with the two bytes of its VCRC behind a group of four.
        let room = (self.packet_words() * width) as usize - lrh::WORD_BYTES;
        let bytes = room.clamp(BLOCK_BYTES, lrh::MOST_WORDS * lrh::WORD_BYTES);
        let packet_blocks = (bytes + VCRC_BYTES).div_ceil(BLOCK_BYTES) as u32;
        let sizes = Sizes {
            outputs: *InputBuffer::OUTPUTS.start() as u32,
            virtual_lanes: self.virtual_lanes,
            lane_blocks: packet_blocks + BLOCKS_TAKEN,
            management_blocks: management_blocks(packet_blocks),
            packet_blocks,
            block_words: (BLOCK_BYTES as u32 / width).max(1),
            word_bits: (u8::BITS + 1) * width,
        };
        InputBuffer::new(sizes, Reading::default())
            .and_then(|buffer| Port::new(buffer, width, bytes as u32))
            .expect("all sizes follow from those of a NIC that is possible")
    }

    /// Link of the NIC. Without a receive buffer, the receiver offers the most credits that can be
    /// offered, for received packets are passed to the host at once.
    pub fn link(&self) -> Link {
        let packet_blocks = self.port().buffer().packet_blocks() as u32;
        let offered = self.receive_buffer().map(|buffer| buffer.offered_blocks() as u32);
        let offered = offered.unwrap_or(MOST_OFFERED);
        Link::new(self.virtual_lanes, offered, packet_blocks, self.period_cycles)
            .expect("all sizes follow from those of a NIC that is possible")
    }
}

#[cfg(test)]
mod tests {
    use super::super::{AfterIdle, Parameters, Response, Throttled};
    use super::*;
    use crate::switch::port::beats;

    fn nic(packet_words: u32, word_bytes: u32) -> Nic {
        Nic::new(Parameters {
            flows: 64,
            response: Response::Lipd,
            after_idle: AfterIdle::Keep,
            window: 1,
            cct_entries: 128,
            throttled: Throttled::Qp,
            virtual_lanes: 8,
            period_cycles: 4096,
            packet_words,
            word_bytes,
            clock_hz: 125_000_000,
        })
        .expect("legal")
    }

    #[test]
    fn every_nic_has_a_port() {
        for words in Nic::PACKET_WORDS {
            for bytes in [8, 16, 32, 64] {
                let port = nic(words as u32, bytes).port();
                assert_eq!((port.width_bytes(), port.lanes()), (bytes as usize, 9));
                assert_eq!(nic(words as u32, bytes).link().virtual_lanes(), 8);
            }
        }
    }

    #[test]
    fn a_longest_packet_has_free_blocks_even_if_the_one_before_takes_another() {
        for words in Nic::PACKET_WORDS {
            for bytes in [8, 16, 32, 64] {
                let buffer = nic(words as u32, bytes).port().buffer();
                // Constant at the inputs `free` of the hardware: all ones.
                let free = (1 << buffer.free_bits()) - 1;
                assert!(free > buffer.packet_blocks(), "{words} words of {bytes} bytes");
            }
        }
    }

    #[test]
    fn the_longest_packet_fills_the_words() {
        for (words, bytes) in [(9, 8), (33, 64), (259, 8), (5, 16), (3, 32), (2, 64)] {
            let longest = nic(words, bytes).port().longest_words(0);
            assert_eq!(beats(longest, bytes as usize), words as usize);
            assert_eq!(beats(longest + 1, bytes as usize), words as usize + 1);
        }
    }
}
