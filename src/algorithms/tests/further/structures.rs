//! Pages, volumes and photons in ways that no row of the table goes.

use super::{Further, compute, fragment, pages, pictures};

pub(super) const RUNGS: &[Further] = &[
    ("page_table", fragment("fragment, of too many pages", pages::too_many)),
    ("page_table", compute("compute, of too many pages", pages::too_many)),
    ("level_set", fragment("fragment, with blank pages inside", pages::grown)),
    ("level_set", compute("compute, with blank pages inside", pages::grown)),
    ("level_set", fragment("fragment, drawn", pages::surface)),
    ("level_set", compute("compute, drawn", pages::surface)),
    ("volume", fragment("fragment, between the cells", pictures::sampled)),
    ("volume", compute("compute, between the cells", pictures::sampled)),
    ("volume", fragment("fragment, by a sampler", pictures::linear)),
    ("volume", compute("compute, by a sampler", pictures::linear)),
    ("volume", fragment("fragment, side by side", pictures::bleeding)),
    ("photon_map", fragment("fragment, drawn", pictures::room)),
    ("photon_map", compute("compute, drawn", pictures::room)),
];
