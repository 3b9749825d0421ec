//! Cases of limits of cards: sizes, filters, loops, integers, precisions.
