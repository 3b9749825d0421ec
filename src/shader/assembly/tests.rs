//! Reading, counting and translating, without running.
