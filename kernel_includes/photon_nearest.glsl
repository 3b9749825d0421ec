// photon_nearest.glsl: the nearest photons of a point, in both eras, as a sphere that grows and shrinks until just so many are inside.
//
// A kernel says how the photons within a sphere are found: by `visit`, which counts them into these three.
int inside;                          // how many there are, on the surface of the point
vec3 landed;                         // their power
float farthest;                      // the squared distance of the farthest
int looks;                           // entries that were looked at in all

uniform int neighbours;              // how many are looked for
uniform float radius;                // none is looked for beyond
uniform int side;                    // cells along a side of the grid

const int ROUNDS = 24;
const int PATIENCE = 12288;          // looks: some drivers end a kernel after 65,535 rounds, and say nothing

void visit(vec4 point, float square);

/// The cells that a sphere may reach, a hair more where a float was rounded.
ivec3 cell_of(vec3 place) { return clamp(ivec3(floor(place * float(side))), 0, side - 1); }

/// The part of a disc that lies on the wall, whose side is 1: exact at a middle, an edge and a corner, within a thousandth between them.
float part_on_wall(vec4 point, float disc_radius) {
    float part = 1.0;
    for (int axis = 0; axis < 3; ++axis) {
        if (axis == (int(point.w) - 1) / 2) continue;
        vec2 edges = min(vec2(point[axis], 1.0 - point[axis]) / disc_radius, 1.0);
        vec2 beyond = (1.0 - edges) * sqrt(1.0 - edges) * (0.5 + edges * (0.112 - 0.0118 * edges));
        part *= (1.0 - beyond.x) * (1.0 - beyond.y);
    }
    return part;
}

// ANCHOR: nearest
/// The light that falls on a point, watts a square metre, by the photons that lie nearest; in the fourth lane how far they reach.
vec4 irradiance(vec4 point) {
    float most = radius * radius;
    float square = min(most, 1.0 / float(side * side));
    float low = 0.0, high = -1.0;                     // fewer are within the one, more within the other, once it is known
    int below = 0, above = 0;
    bool ends = false;
    looks = 0;
    for (int round = 0; round < ROUNDS; ++round) {
        visit(point, square);
        if (ends || inside == neighbours || (inside < neighbours && square >= most)) break;
        if (inside < neighbours) {
            low = square;
            below = inside;
        } else {
            high = square;
            above = inside;
        }
        ends = round + 2 >= ROUNDS || looks > PATIENCE;   // several lie equally far, or are too many
        if (ends && high < 0.0) break;
        // On a surface their number grows as the square of the radius does.
        float wanted = float(neighbours) + 0.5;
        float ratio = (wanted - float(below)) / float(max(above - below, 1));
        if (high < 0.0) square = min(most, square * clamp(wanted / float(max(inside, 1)), 1.25, 4.0));
        else if (ends) square = high;
        else square = mix(low, high, round % 3 == 2 ? 0.5 : ratio);
    }
    float reach = inside < neighbours ? square : max(farthest, 1e-12);
    return vec4(landed / (3.14159265 * reach * part_on_wall(point, sqrt(reach))), sqrt(reach));
}
// ANCHOR_END: nearest
