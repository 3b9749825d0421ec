//! The roofs of cards, from published figures.

use crate::Profile;
use crate::experiments::{Datum, Tabulation};

/// Builds the table of the cards for which both figures have a source.
pub(super) fn card_table() -> Tabulation {
    let columns = [
        "card",
        "year",
        "GB per second",
        "billions of operations per second",
        "operations per byte at the ridge",
        "per float read",
        "sources",
    ];
    let mut table = Tabulation::new("The same of cards, worked out from what is known of them", &columns);
    for card in Profile::all() {
        let bandwidth = card.bandwidth;
        let peak = card.peak;
        if bandwidth.value <= 0.0 || !bandwidth.mark.is_sourced() || !peak.mark.is_sourced() {
            continue;
        }
        let ridge = peak.value / bandwidth.value;
        table.row([
            card.title.into(),
            Datum::Words(card.year.value.to_string()),
            Datum::Number(bandwidth.value),
            Datum::Number(peak.value),
            Datum::Number(ridge),
            Datum::Number(4.0 * ridge),
            Datum::Words(format!("{}; {}", bandwidth.source, peak.source)),
        ]);
    }
    table
}
