// lattice_boltzmann.glsl: what the kernels of the lattice share in both eras: the links of a cell, and the
// collision.
//
// A kernel defines CELLS and LINKS before: float and uint for one cell, vec4 and uvec4 for four at once. Row
// 0 is the lowest.
//
//     6 2 5      A distribution is what moves that way, 0 stays. It is kept less its weight: 4/9, 1/9 along the axes, 1/36 along
//     3 0 1      the diagonals. So fluid at rest, of density 1, is nine zeros, and no digits are spent on what never changes.
//     7 4 8

// Bits of a cell's links: from 1 to 8, that what comes along this direction would come out of a wall; 16
// more, that this wall slides.
const int SOLID = 0, HELD = 16, SLIDES = 16;

bool has(uint links, int bit) { return ((links >> bit) & 1u) != 0u; }
bvec4 has(uvec4 links, int bit) { return notEqual((links >> bit) & 1u, uvec4(0u)); }

/// What comes along a direction: what flowed here, or what the wall sends back, with the push that a sliding
/// wall gives.
CELLS arriving(CELLS streamed, CELLS returned, LINKS links, int direction, float push) {
    CELLS pushed = mix(returned, returned + push, has(links, direction + SLIDES));
    return mix(streamed, pushed, has(links, direction));
}

/// The distributions of a cell beside walls: `own` are its own of the step before. Half way to a wall they
/// turn round.
void bounce(inout CELLS f[9], CELLS own[9], LINKS links, vec2 wall) {
    f[1] = arriving(f[1], own[3], links, 1, wall.x * (2.0 / 3.0));        // 6 times the weight
    f[2] = arriving(f[2], own[4], links, 2, wall.y * (2.0 / 3.0));
    f[3] = arriving(f[3], own[1], links, 3, wall.x * (-2.0 / 3.0));
    f[4] = arriving(f[4], own[2], links, 4, wall.y * (-2.0 / 3.0));
    f[5] = arriving(f[5], own[7], links, 5, (wall.x + wall.y) / 6.0);
    f[6] = arriving(f[6], own[8], links, 6, (wall.y - wall.x) / 6.0);
    f[7] = arriving(f[7], own[5], links, 7, (wall.x + wall.y) / -6.0);
    f[8] = arriving(f[8], own[6], links, 8, (wall.x - wall.y) / 6.0);
}

/// Two opposite distributions come nearer to equilibrium: their mean by the first rate, their difference by
/// the second.
void relax(inout CELLS ahead, inout CELLS back, CELLS along, CELLS base, float weight, vec2 rates, float push) {
    CELLS even = rates.x * (weight * (base + 4.5 * along * along) - 0.5 * (ahead + back));
    CELLS odd = rates.y * (3.0 * weight * along - 0.5 * (ahead - back)) + weight * push;
    ahead += even + odd;
    back += even - odd;
}

/// All nine come nearer to the equilibrium of that density (less 1) and velocity (x, y).
void settle(inout CELLS f[9], CELLS density, CELLS x, CELLS y, vec2 rates, vec2 push) {
    CELLS base = density - 1.5 * (x * x + y * y);
    f[0] += rates.x * (4.0 / 9.0 * base - f[0]);
    relax(f[1], f[3], x, base, 1.0 / 9.0, rates, push.x);
    relax(f[2], f[4], y, base, 1.0 / 9.0, rates, push.y);
    relax(f[5], f[7], x + y, base, 1.0 / 36.0, rates, push.x + push.y);
    relax(f[6], f[8], y - x, base, 1.0 / 36.0, rates, push.y - push.x);
}

/// The collision; density and velocity are those before it, the force has half done its work.
void collide(inout CELLS f[9], vec2 rates, vec2 force, out CELLS density, out CELLS x, out CELLS y) {
    density = f[0] + (f[1] + f[3]) + (f[2] + f[4]) + (f[5] + f[7]) + (f[6] + f[8]);
    x = (f[1] - f[3]) + (f[5] - f[7]) - (f[6] - f[8]) + 0.5 * force.x;
    y = (f[2] - f[4]) + (f[5] - f[7]) + (f[6] - f[8]) + 0.5 * force.y;
    settle(f, density, x, y, rates, 3.0 * (1.0 - 0.5 * rates.y) * force);
}
