//! Fairness of rates.

/// Returns Jain's index of fairness: 1 if all rates are equal.
pub fn jain(rates: &[f64]) -> f64 {
    let (sum, squares) = rates.iter().fold((0.0, 0.0), |(s, q), rate| (s + rate, q + rate * rate));
    if squares == 0.0 {
        return 0.0;
    }
    sum * sum / (rates.len() as f64 * squares)
}
