//! Resources of a card that each way uses.

use super::FIRST_WEIGHTS;
use super::placement::Placement;
use crate::check::KernelCheck;
use crate::experiments::{Answer, Datum, Tabulation};
use crate::{Profile, Result, kernels};

const SLOT_KINDS: [&str; 6] =
    ["arithmetic slots", "texture slots", "indirections", "interpolants", "constants", "temporaries"];

/// Adds for each of two cards a table of the slots that each way uses.
pub(super) fn tabulate_slots(answer: &mut Answer) -> Result<()> {
    for card in ["radeon-9700", "geforce-6800"] {
        let profile = Profile::named(card)?;
        let columns: Vec<&str> = std::iter::once("who computes the places").chain(SLOT_KINDS).collect();
        let mut table = Tabulation::new(format!("What the fragment kernel takes of {}", profile.title), &columns);
        for way in Placement::ALL {
            let text = kernels::text(&format!("fragment_kernels/experiments/{}", way.kernel_file()))?;
            let (version, rest) = text.split_once('\n').unwrap_or((&text, ""));
            let defines = way.kernel_defines(512, FIRST_WEIGHTS).into_iter();
            let defines: String = defines.map(|(name, value)| format!("#define {name} {value}\n")).collect();
            let fit = KernelCheck::source(way.kernel_file(), format!("{version}\n{defines}{rest}"))
                .flat()?
                .fit(profile);
            let given = |thing: &str| {
                fit.demands
                    .iter()
                    .find(|demand| demand.thing == thing)
                    .map(|demand| demand.given)
            };
            let counts = SLOT_KINDS.map(|thing| given(thing).map_or("".into(), Datum::Count));
            table.row(std::iter::once(way.name().into()).chain(counts));
            answer.hold(fit.is_taken(), || format!("{card} refuses {}: {}", way.kernel_file(), fit.verdict()));
        }
        answer.tables.push(table);
    }
    Ok(())
}
