//! Parities of data bits, with the sums that several of them have in common.

use super::{after_zeros, ByteOrder, Word, WORD_BITS};
use crate::Bits;
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;
use tailback_spec::wire::crc::Definition;

/// Bits of a row of a parity matrix: those of the word, and above them those for common sums.
pub(super) const ROW_BITS: usize = 2 * WORD_BITS;

/// Most bits of a common sum: a lookup table has so many inputs.
const SUM_TERMS: u32 = 4;

/// The parities of a word that contain each of its bits, one bit per parity.
type Columns = [u32; WORD_BITS];

fn columns(crc: Definition, order: ByteOrder, word: Word) -> Columns {
    let mut columns = [0; WORD_BITS];
    for from in 0..word.bits {
        let column = after_zeros(crc, 1 << from, word.distance);
        for to in (0..crc.bits).filter(|to| column >> to & 1 == 1) {
            columns[order.position(from, WORD_BITS)] |= 1 << order.position(to, crc.bits);
        }
    }
    columns
}

/// Bits of a word, and the parities that contain all of them, one bit each.
#[derive(Debug, Clone, Copy)]
struct Common {
    bits: u32,
    parities: u32,
}

impl Common {
    /// With the bit that most of the parities contain.
    fn grown(self, columns: &Columns) -> Common {
        let others = (0..WORD_BITS).filter(|bit| self.bits >> bit & 1 == 0);
        let bit = others.max_by_key(|bit| (columns[*bit] & self.parities).count_ones());
        let bit = bit.unwrap_or_default();
        Common { bits: self.bits | 1 << bit, parities: self.parities & columns[bit] }
    }

    /// Terms that the parities have less if they contain the sum of the bits instead.
    fn saved_terms(&self) -> u32 {
        self.parities.count_ones() * (self.bits.count_ones() - 1)
    }
}

/// The common sum that saves most terms, if they are worth more than the lookup table of the sum.
fn best_sum(columns: &Columns) -> Option<Common> {
    let pairs = (0..WORD_BITS).flat_map(|high| (0..high).map(move |low| (low, high)));
    let pairs = pairs.map(|(low, high)| Common {
        bits: 1 << low | 1 << high,
        parities: columns[low] & columns[high],
    });
    let most = pairs.clone().map(|pair| pair.parities.count_ones()).max()?;
    let pairs = pairs.filter(|pair| pair.parities.count_ones() == most);
    let sums = pairs.flat_map(|pair| {
        let three = pair.grown(columns);
        [pair, three, three.grown(columns)]
    });
    let sums = sums.filter(|sum| sum.saved_terms() >= SUM_TERMS);
    sums.max_by_key(Common::saved_terms)
}

/// Parities of the bits of a word, some of which have sums in common.
struct Parities {
    /// For each common sum, its bits of the word.
    sums: Vec<u32>,
    /// For each parity, bits of the word, and above them a bit for each common sum.
    rows: Vec<u64>,
}

impl Parities {
    fn new(crc: Definition, order: ByteOrder, word: Word) -> Self {
        let mut columns = columns(crc, order, word);
        let mut rows = vec![0; crc.bits];
        let mut sums = Vec::new();
        while let Some(sum) = best_sum(&columns).filter(|_| sums.len() < WORD_BITS) {
            for (bit, column) in columns.iter_mut().enumerate() {
                if sum.bits >> bit & 1 == 1 {
                    *column &= !sum.parities;
                }
            }
            for (to, row) in rows.iter_mut().enumerate() {
                *row |= u64::from(sum.parities >> to & 1) << (WORD_BITS + sums.len());
            }
            sums.push(sum.bits);
        }
        for (from, column) in columns.iter().enumerate() {
            for (to, row) in rows.iter_mut().enumerate() {
                *row |= u64::from(column >> to & 1) << from;
            }
        }
        Parities { sums, rows }
    }

    fn of_each(crc: Definition, order: ByteOrder, each: &[Word]) -> Vec<Rc<Parities>> {
        KNOWN.with_borrow_mut(|known| {
            let mut parities = |word: &Word| {
                let key = (crc.bits, crc.polynomial, order, *word);
                let of_word =
                    known.entry(key).or_insert_with(|| Rc::new(Parities::new(crc, order, *word)));
                Rc::clone(of_word)
            };
            each.iter().map(&mut parities).collect()
        })
    }
}

/// Bits and polynomial of a CRC, the order of the bytes, and a word.
type Key = (usize, u32, ByteOrder, Word);

thread_local! {
    /// Parities that have been computed, which takes long; the ports of a switch have the same ones.
    static KNOWN: RefCell<HashMap<Key, Rc<Parities>>> = RefCell::default();
}

/// Most common sums of a word, at least 1.
pub(super) fn most_sums(crc: Definition, order: ByteOrder, each: &[Word]) -> usize {
    let words = Parities::of_each(crc, order, each);
    words.iter().map(|word| word.sums.len()).fold(1, usize::max)
}

/// For each common sum of each word, the bits of the word; 0 for the sums that a word has less than
/// another one.
pub(super) fn sum_rows(crc: Definition, order: ByteOrder, each: &[Word]) -> Bits {
    let sums = most_sums(crc, order, each);
    let mut all = Bits::new(each.len() * sums * WORD_BITS, 0);
    for (word, parities) in Parities::of_each(crc, order, each).iter().enumerate() {
        for (at, sum) in parities.sums.iter().enumerate() {
            for from in (0..WORD_BITS).filter(|from| sum >> from & 1 == 1) {
                all = all.replace_bit(WORD_BITS * (sums * word + at) + from, true);
            }
        }
    }
    all
}

/// Parity matrix: the rows of each word.
pub(super) fn rows(crc: Definition, order: ByteOrder, each: &[Word]) -> Bits {
    let words = Parities::of_each(crc, order, each);
    let rows: Vec<u64> = words.iter().flat_map(|word| word.rows.iter().copied()).collect();
    Bits::from_words(rows.len() * ROW_BITS, &rows)
}
