// collatz.glsl: paths of 3n + 1, in both eras. A path is where its number has got to, and the steps so far;
// it ends at 1.

#ifndef STEPS
#define STEPS 32u                 // steps of a round
#define LIMIT 1055u               // steps of a path, at most
#endif

/// The steps of a path that does not end: it leaves 32 bits, begins at 0, or is longer than LIMIT.
const uint NEVER = 0xffffffffu;

/// Up to STEPS steps further.
uvec2 walk(uvec2 path) {
    for (uint made = 0u; made < STEPS && path.x != 1u; made++) {
        bool odd = (path.x & 1u) == 1u;
        bool leaves = odd && path.x > 1431655764u;    // three times as much and one has more than 32 bits
        if (leaves || path.x == 0u || path.y == LIMIT) return uvec2(1u, NEVER);
        path = uvec2(odd ? 3u * path.x + 1u : (path.x >> 1u), path.y + 1u);
    }
    return path;
}

/// Whether it has not ended.
bool walks(uvec2 path) { return path.x != 1u; }
