//! Coverage of the stimulus: every counter counts, and payloads get through.
