//! Running other people's tools on a written package.
