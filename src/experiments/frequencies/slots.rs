//! Resources of a card that each way uses.

use super::WEIGHTS;
use super::way::Way;
use crate::experiments::{Answer, Datum, Tabulation};
use crate::{Profile, Result, kernels};
use gristmill_check::KernelCheck;

const THINGS: [&str; 6] =
    ["arithmetic slots", "texture slots", "indirections", "interpolants", "constants", "temporaries"];

/// Adds for each of two cards a table of the slots that each way uses.
pub(super) fn slots(answer: &mut Answer) -> Result<()> {
    for card in ["radeon-9700", "geforce-6800"] {
        let profile = Profile::named(card)?;
        let columns: Vec<&str> = std::iter::once("who computes the places").chain(THINGS).collect();
        let mut table = Tabulation::new(format!("What the fragment kernel takes of {}", profile.title), &columns);
        for way in Way::ALL {
            let text = kernels::text(&format!("fragment_kernels/experiments/{}", way.file()))?;
            let (version, rest) = text.split_once('\n').unwrap_or((&text, ""));
            let defines = way.defines(512, WEIGHTS).into_iter();
            let defines: String = defines.map(|(name, value)| format!("#define {name} {value}\n")).collect();
            let fit = KernelCheck::source(way.file(), format!("{version}\n{defines}{rest}"))
                .flat()?
                .fit(profile);
            let given = |thing: &str| {
                fit.demands
                    .iter()
                    .find(|demand| demand.thing == thing)
                    .map(|demand| demand.given)
            };
            let counts = THINGS.map(|thing| given(thing).map_or("".into(), Datum::Count));
            table.row(std::iter::once(way.name().into()).chain(counts));
            answer.hold(fit.is_taken(), || format!("{card} refuses {}: {}", way.file(), fit.verdict()));
        }
        answer.tables.push(table);
    }
    Ok(())
}
