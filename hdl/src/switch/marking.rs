//! ECN marking (INFOCOM'03 §IV-A, Globecom'02 §IV).

mod counting;
mod naive;

pub use counting::CountingMarking;
pub use naive::NaiveMarking;
