//! The parities of a CRC: remainders of the specification, and common sums.

use tailback_hdl::crc::{after_zeros, before_zeros, residue, ByteOrder, Crc, Word, WORD_BITS};
use tailback_hdl::{settle, Bits, Port};
use tailback_spec::wire::crc::{icrc, vcrc, vcrc_change, Definition, INVARIANT, LINK};

/// The words of these bytes.
fn words(bytes: &[u8]) -> Vec<u32> {
    let chunks = bytes.chunks_exact(WORD_BITS / 8);
    chunks.map(|word| u32::from_le_bytes(word.try_into().expect("4 bytes"))).collect()
}

/// The remainder after these bytes, as the module computes it word after word.
fn remainder(crc: Definition, bytes: &[u8]) -> u32 {
    let mut module = Crc::new(crc, ByteOrder::LittleEndian, &[Word::whole(WORD_BITS)]);
    words(bytes).into_iter().fold(crc.seed, |before, word| {
        module.data.drive(Bits::new(WORD_BITS, u128::from(word ^ before)));
        settle(&mut module).expect("a module that settles");
        module.remainder.read().index() as u32
    })
}

/// Bytes that look like a packet, with ones in the fields that the ICRC does not cover.
fn packet() -> [u8; 24] {
    let mut bytes: [u8; 24] = std::array::from_fn(|at| (at * 37 + 5) as u8);
    bytes[0] = 0xFF;
    bytes[1] = 0x02;
    bytes[12] = 0xFF;
    bytes
}

#[test]
fn the_complement_of_the_remainder_is_the_checksum() {
    let bytes = packet();
    let found = remainder(LINK, &bytes) ^ LINK.complement;
    assert_eq!((found as u16).to_le_bytes(), vcrc(&bytes));
    let found = remainder(INVARIANT, &bytes) ^ INVARIANT.complement;
    assert_eq!(Some(found.to_le_bytes()), icrc(&bytes));
}

#[test]
fn the_contributions_of_the_words_add_up_to_the_remainder() {
    for crc in [LINK, INVARIANT] {
        let bytes = packet();
        let mut words = words(&bytes);
        words[0] ^= crc.seed;
        let behind = (0..words.len()).rev();
        let each: Vec<Word> = behind.map(|behind| Word::whole((behind + 1) * WORD_BITS)).collect();
        let mut module = Crc::new(crc, ByteOrder::LittleEndian, &each);
        for (at, word) in words.iter().enumerate() {
            module.data[at].drive(Bits::new(WORD_BITS, u128::from(*word)));
        }
        settle(&mut module).expect("a module that settles");
        let sum = (0..words.len()).map(|at| module.remainder[at].read().index() as u32);
        assert_eq!(sum.fold(0, |sum, one| sum ^ one), remainder(crc, &bytes));
    }
}

#[test]
fn a_remainder_in_place_of_a_word_moves_by_the_distance() {
    let distances = [0, 8, 16, 128];
    let each = distances.map(|distance| Word::remainder(LINK, distance));
    let mut module = Crc::new(LINK, ByteOrder::LittleEndian, &each);
    for (at, distance) in distances.into_iter().enumerate() {
        module.data[at].drive(Bits::new(WORD_BITS, 0xA5C3));
        settle(&mut module).expect("a module that settles");
        let found = module.remainder[at].read().index() as u32;
        assert_eq!(found, after_zeros(LINK, 0xA5C3, distance));
    }
}

#[test]
fn the_bytes_of_both_ends_may_be_exchanged() {
    let mut little = Crc::new(LINK, ByteOrder::LittleEndian, &[Word::whole(WORD_BITS)]);
    let mut big = Crc::new(LINK, ByteOrder::BigEndian, &[Word::whole(WORD_BITS)]);
    for word in words(&packet()) {
        little.data.drive(Bits::new(WORD_BITS, u128::from(word)));
        big.data.drive(Bits::new(WORD_BITS, u128::from(word.swap_bytes())));
        settle(&mut little).expect("a module that settles");
        settle(&mut big).expect("a module that settles");
        let found = big.remainder.read().index() as u16;
        assert_eq!(found.swap_bytes(), little.remainder.read().index() as u16);
    }
}

#[test]
fn a_flipped_bit_changes_it_as_the_specification_says() {
    for bytes_after in 0..20 {
        let change = after_zeros(LINK, 0x80, 8 * (1 + bytes_after));
        assert_eq!((change as u16).to_le_bytes(), vcrc_change(0x80, bytes_after));
        assert_eq!(before_zeros(LINK, change, 8 * (1 + bytes_after)), 0x80);
    }
}

#[test]
fn a_good_vcrc_leaves_the_residue() {
    let mut bytes = [0x5A; 16];
    let vcrc = vcrc(&bytes[..6]);
    bytes[6..8].copy_from_slice(&vcrc);
    bytes[8..].fill(0);
    assert_eq!(remainder(LINK, &bytes[..8]), residue(LINK, 0));
    assert_eq!(remainder(LINK, &bytes), residue(LINK, 64));
}

/// Lookup tables of four inputs that add up this many terms.
fn lookup_tables(terms: usize) -> usize {
    terms.saturating_sub(1).div_ceil(3)
}

/// Lookup tables for the parities of the rows of a matrix, which have this many bits each.
fn of_rows(rows: &Bits, row_bits: usize) -> usize {
    let starts = (0..rows.width()).step_by(row_bits);
    let ones = starts.map(|row| (row..row + row_bits).filter(|at| rows.get_bit(*at)).count());
    ones.map(lookup_tables).sum()
}

#[test]
fn common_sums_save_a_third_of_the_lookup_tables() {
    let module = Crc::new(LINK, ByteOrder::BigEndian, &[Word::whole(WORD_BITS)]);
    let shared = of_rows(&module.rows.val(), 2 * WORD_BITS) + module.sums.val();
    let terms = |to: usize| {
        let columns = (0..WORD_BITS).map(|from| after_zeros(LINK, 1 << from, WORD_BITS));
        columns.filter(|column| column >> to & 1 == 1).count()
    };
    let alone: usize = (0..LINK.bits).map(|to| lookup_tables(terms(to))).sum();
    assert!(3 * shared <= 2 * alone, "{shared} of {alone}");
}
