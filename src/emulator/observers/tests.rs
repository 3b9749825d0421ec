//! Observers against events made by hand.
