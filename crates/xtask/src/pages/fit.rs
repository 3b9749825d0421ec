//! The tables of what each card takes of the library's fragment and vertex kernels.

use gristmill::card::{Fit, FlatKernel, ProfileKind};
use gristmill::check::{KernelCheck, LaunchOptions};
use gristmill::{Profile, Result, kernels};
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

/// Writes the table of the kernels of a folder, as the book includes it: how many each card accepts, and what it
/// refuses in the others.
pub fn fit_page(folder: &Path) -> Result<String> {
    let kernels = flatten_kernels(folder, "frag")?;
    let mut page = "| card | takes | of these in bytes alone | what stops the others, and how many of them |\n|---|---:|---:|---|\n".to_string();
    for profile in Profile::all() {
        page += &card_row(profile, &kernels);
    }
    let _ = writeln!(
        page,
        "\n{} fragment kernels of the library in GLSL. `gristmill fit fragment_kernels` lists them, its vertex kernels and the museum.",
        kernels.len()
    );
    Ok(page)
}

/// Writes the table of the vertex kernels of a folder: their slots on each card, or what it refuses.
pub fn vertex_page(folder: &Path) -> Result<String> {
    let kernels = flatten_kernels(folder, "vert")?;
    let cards: Vec<&Profile> = Profile::all()
        .iter()
        .filter(|profile| profile.kind == ProfileKind::Card)
        .collect();
    let titles: Vec<&str> = cards.iter().map(|card| card.title).collect();
    let mut page = format!("| vertex kernel | {} |\n|---|{}\n", titles.join(" | "), "---|".repeat(cards.len()));
    for kernel in &kernels {
        let cells: Vec<String> = cards.iter().map(|card| describe_fit(&kernel.fit(card))).collect();
        let _ = writeln!(page, "| `{}` | {} |", kernel.name(), cells.join(" | "));
    }
    Ok(page)
}

/// Describes a verdict: the slots of a kernel that fits, `- integers` of one that does not.
fn describe_fit(fit: &Fit) -> String {
    let slots = fit.demands.iter().find(|demand| demand.thing == "slots");
    match (fit.refusals().next(), slots) {
        (Some(first), _) => format!("- {}", first.thing),
        (None, Some(slots)) => slots.given.to_string(),
        (None, None) => "fits".to_string(),
    }
}

fn flatten_kernels(folder: &Path, ending: &str) -> Result<Vec<FlatKernel>> {
    let mut kernels = Vec::new();
    for file in kernels::files_of(folder)? {
        if file.extension().is_some_and(|found| found == ending) {
            kernels.push(KernelCheck::file(&file)?.flat_for(&LaunchOptions::new())?);
        }
    }
    Ok(kernels)
}

fn card_row(profile: &Profile, kernels: &[FlatKernel]) -> String {
    let fits: Vec<Fit> = kernels.iter().map(|kernel| kernel.fit(profile)).collect();
    let taken = fits.iter().filter(|fit| fit.is_taken()).count();
    let in_bytes = fits.iter().filter(|fit| fit.is_taken() && !fit.takes_floats()).count();
    let kind = if profile.kind == ProfileKind::Card { "" } else { " (the least)" };
    format!("| {}{kind} | {taken} | {in_bytes} | {} |\n", profile.title, count_refusals(&fits))
}

/// Counts the reasons of refusals, the most frequent first.
fn count_refusals(fits: &[Fit]) -> String {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for demand in fits.iter().flat_map(|fit| fit.refusals()) {
        *counts.entry(demand.thing).or_default() += 1;
    }
    let mut counts: Vec<(&str, usize)> = counts.into_iter().collect();
    counts.sort_by_key(|(thing, count)| (Reverse(*count), *thing));
    let counts: Vec<String> = counts.iter().map(|(thing, count)| format!("{thing} {count}")).collect();
    counts.join(", ")
}
