//! Orders and speculation, on hand-made code.
