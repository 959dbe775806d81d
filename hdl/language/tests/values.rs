//! The numbers of the kernels against big integers.

use num_bigint::{BigInt, BigUint};
use proptest::prelude::*;
use tailback_language::{signed_cast, unsigned_cast, Bits, Signed, Value};

/// Cases of each claim.
const CASES: u32 = 4000;

/// Widths of which some need an allocation, and the ends of the machine words.
fn width() -> impl Strategy<Value = usize> {
    prop_oneof![1..600usize, Just(64), Just(65), Just(127), Just(128), Just(129), Just(1)]
}

/// A number with its width, often all ones, zero or a single one.
fn number() -> impl Strategy<Value = (usize, BigUint)> {
    let words = prop::collection::vec(
        prop_oneof![any::<u32>(), Just(0), Just(u32::MAX), Just(1), Just(1 << 31)],
        19,
    );
    (width(), words).prop_map(|(width, words)| (width, BigUint::new(words) % power(width)))
}

fn power(width: usize) -> BigUint {
    BigUint::from(1u8) << width
}

fn bits((width, number): &(usize, BigUint)) -> Bits {
    let mut words = number.to_u64_digits();
    words.resize(width.div_ceil(64), 0);
    Bits::from_words(*width, &words)
}

fn big(bits: &Bits) -> BigUint {
    let words = bits.words();
    assert_eq!(words.len(), bits.width().div_ceil(64).max(words.len()));
    BigUint::new(words.iter().flat_map(|word| [*word as u32, (*word >> 32) as u32]).collect())
}

/// `number` modulo `2^width`.
fn wrap(width: usize, number: BigInt) -> BigUint {
    let modulus = BigInt::from(power(width));
    (((number % &modulus) + &modulus) % &modulus).magnitude().clone()
}

fn int((width, number): &(usize, BigUint)) -> BigInt {
    if number.bit(*width as u64 - 1) {
        BigInt::from(number.clone()) - BigInt::from(power(*width))
    } else {
        number.clone().into()
    }
}

fn same(result: Bits, width: usize, expected: BigInt) -> Result<(), TestCaseError> {
    prop_assert_eq!(result.width(), width);
    prop_assert_eq!(big(&result), wrap(width, expected));
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(CASES))]

    #[test]
    fn words_keep_the_number(a in number()) {
        prop_assert_eq!(big(&bits(&a)), a.1);
    }

    #[test]
    fn arithmetic_wraps_at_the_wider_operand(a in number(), b in number()) {
        let width = a.0.max(b.0);
        let (x, y) = (bits(&a), bits(&b));
        let (m, n) = (BigInt::from(a.1), BigInt::from(b.1));
        same(x.clone() + y.clone(), width, &m + &n)?;
        same(x.clone() - y.clone(), width, &m - &n)?;
        same(x.clone() & y.clone(), width, &m & &n)?;
        same(x.clone() | y.clone(), width, &m | &n)?;
        same(x.clone() ^ y.clone(), width, &m ^ &n)?;
        same(x.clone() * y.clone(), a.0 + b.0, &m * &n)?;
        same(-x.clone(), a.0, -m.clone())?;
        same(!x, a.0, -m - 1)?;
    }

    #[test]
    fn a_literal_takes_the_width_of_what_it_meets(a in number(), b in any::<usize>()) {
        let (x, m, n) = (bits(&a), BigInt::from(a.1.clone()), BigInt::from(b));
        same(x.clone() + b, a.0, &m + &n)?;
        same(x.clone() - b, a.0, &m - &n)?;
        same(x.clone() & b, a.0, &m & &n)?;
        same(x.clone() | b, a.0, &m | &n)?;
        same(x.clone() ^ b, a.0, &m ^ &n)?;
        prop_assert_eq!(x < b, m < n);
        prop_assert_eq!(x == b, m == n);
    }

    #[test]
    fn shifts_lose_what_leaves_the_width(a in number(), by in 0..700usize) {
        same(bits(&a) << by, a.0, BigInt::from(a.1.clone()) << by)?;
        same(bits(&a) >> by, a.0, BigInt::from(a.1.clone()) >> by)?;
        same(bits(&a) >> Bits::new(10, by as u128), a.0, BigInt::from(a.1.clone()) >> by)?;
        // A number too large for an index is too large for a shift.
        same(bits(&a) << (Bits::new(600, 1) << 599), a.0, 0.into())?;
    }

    #[test]
    fn comparisons_compare_numbers(a in number(), b in number()) {
        prop_assert_eq!(bits(&a).partial_cmp(&bits(&b)), a.1.partial_cmp(&b.1));
        prop_assert_eq!(bits(&a) == bits(&b), a.1 == b.1);
        let (x, y) = (signed_cast(bits(&a)), signed_cast(bits(&b)));
        prop_assert_eq!(x.partial_cmp(&y), int(&a).partial_cmp(&int(&b)));
        prop_assert_eq!(x == y, int(&a) == int(&b));
    }

    #[test]
    fn signed_arithmetic_extends_the_sign(a in number(), b in number()) {
        let width = a.0.max(b.0);
        let (x, y) = (signed_cast(bits(&a)), signed_cast(bits(&b)));
        let (m, n) = (int(&a), int(&b));
        same(unsigned_cast(x.clone() + y.clone()), width, &m + &n)?;
        same(unsigned_cast(x.clone() - y.clone()), width, &m - &n)?;
        same(unsigned_cast(x.clone() * y), a.0 + b.0, &m * &n)?;
        same(unsigned_cast(-x), a.0, -m)?;
    }

    #[test]
    fn a_signal_extends_or_takes_the_low_bits(a in number(), width in width()) {
        same(bits(&a).fit(width), width, a.1.clone().into())?;
        same(unsigned_cast(Signed::from_bits(bits(&a)).fit(width)), width, int(&a))?;
    }

    #[test]
    fn single_bits(a in number(), at in 0..700usize, bit in any::<bool>()) {
        let x = bits(&a);
        prop_assert_eq!(x.get_bit(at), at < a.0 && a.1.bit(at as u64));
        let mut replaced = a.1.clone();
        if at < a.0 {
            replaced.set_bit(at as u64, bit);
        }
        same(x.clone().replace_bit(at, bit), a.0, replaced.into())?;
        same(x.get_bits::<13>(at), 13, BigInt::from(a.1.clone()) >> at)?;
        same(x.get_bits::<128>(at), 128, BigInt::from(a.1.clone()) >> at)?;
        same(x.get_bits::<200>(at), 200, BigInt::from(a.1.clone()) >> at)?;
        prop_assert_eq!(x.any(), a.1 != BigUint::ZERO);
        prop_assert_eq!(x.all(), a.1.count_ones() == a.0 as u64);
        prop_assert_eq!(x.xor(), a.1.count_ones() % 2 == 1);
        prop_assert_eq!(x.index(), usize::try_from(&a.1).unwrap_or(usize::MAX));
    }

    #[test]
    fn a_literal_fits_any_signal(value in any::<i32>(), width in width()) {
        same(Bits::from(value).fit(width), width, value.into())?;
    }
}
