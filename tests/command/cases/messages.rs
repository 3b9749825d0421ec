//! Cases of messages between lanes and groups.
