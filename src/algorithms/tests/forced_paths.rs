//! Edits that force kernels onto paths that they otherwise take only on a busy device.

/// File name, and the edits that force its kernel onto such a path: a piece of its text, and the replacement.
pub(super) const FORCED_PATHS: &[(&str, &[(&str, &str)])] = &[
    // All tiles before are silent for too long, so they are counted here.
    (
        "compact_lookback.comp",
        &[(
            "uint before = look_back(tile, lane);",
            "uint before = 0u;
             for (int other = 0; other < tile; other++) before += total_of(other, lane);",
        )],
    ),
    // The two tiles before are silent for too long, so they are added up here.
    (
        "scan_lookback.comp",
        &[(
            "bool complete = tile == 0;",
            "bool complete = tile == 0;
             for (int adds = 0; adds < 2 && nearest != -1; adds++) {
                 before = total_of(nearest, lane) + before;
                 nearest--;
             }
             complete = nearest == -1;",
        )],
    ),
    // The tiles before know their totals alone, and there are more of them than are looked at together.
    (
        "look_back.glsl",
        &[
            ("const int WINDOW = 32;", "const int WINDOW = 2; "),
            (
                "barrier();                                    // the window is written",
                "if (lane < uint(WINDOW) && other >= 0) {
                     uint upto = atomicOr(states[other], 0u) & NUMBER;
                     uint below = other > 0 ? atomicOr(states[max(other - 1, 0)], 0u) & NUMBER : 0u;
                     window[lane] = TOTAL | (upto - below);
                 }
                 barrier();",
            ),
        ],
    ),
    // Every other tile is silent, and must be counted again.
    (
        "look_back.glsl",
        &[(
            "barrier();                                    // the window is written",
            "if (lane < uint(WINDOW) && (other & 1) == 0) window[lane] = 0u;
             barrier();",
        )],
    ),
    // No other group ever reads the state of every other tile, so it is counted again.
    (
        "sort_onesweep.comp",
        &[(
            "atomicOr(states[nearest * LANES + lane], 0u)",
            "(nearest % 2 == 0 ? 0u : atomicOr(states[nearest * LANES + lane], 0u))",
        )],
    ),
    // The tiles before know their totals alone, and there are more of them than are looked at together.
    (
        "scan_lookback.comp",
        &[
            ("const int WINDOW = 32;", "const int WINDOW = 2; "),
            ("atomicExchange(states[tile], PREFIX);", "if (tile == -1) atomicExchange(states[tile], PREFIX);"),
        ],
    ),
];
