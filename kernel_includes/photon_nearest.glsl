// photon_nearest.glsl: the nearest photons of a point, in both eras, as a sphere that grows and shrinks until
// just so many are inside.
//
// The kernel says how the entries in a sphere are found: by `visit`, which it defines.

uniform int neighbours;              // how many are looked for
uniform float radius;                // none is looked for beyond
uniform int side;                    // cells along a side of the grid

const int ROUNDS = 24;
const int PATIENCE = 16384;          // looks after which no further sphere is visited
const int CROWD = 60000;             // looks after which a visit is given up: some drivers end loops after 65,535 turns, and say nothing

/// What a sphere about a point holds of the entries on the point's surface.
struct Held {
    int inside;                      // how many there are
    vec3 landed;                     // their power
    float farthest;                  // the squared distance of the farthest
};

/// Looks in all visits of this point: each is a turn of a loop, at a row of cells, at a cell, or at an entry.
int looks;

/// Counts so many looks; whether that is too many, and the visit to be given up.
bool tires(int more) {
    looks += more;
    return looks > CROWD;
}

/// Whether a sphere about a point holds an entry that lies at `place`; if so it is counted, all but its
/// power.
bool holds(inout Held held, vec4 point, float square, vec4 place) {
    vec3 away = place.xyz - point.xyz;
    float distance = dot(away, away);
    if (place.w != point.w || distance > square) return false;
    ++held.inside;
    held.farthest = max(held.farthest, distance);
    return true;
}

/// What the sphere holds whose radius has that square.
Held visit(vec4 point, float square);

/// The cells that a sphere may reach, a hair more where a float was rounded.
ivec3 cell_of(vec3 place) { return clamp(ivec3(floor(place * float(side))), 0, side - 1); }

/// The part of a disc that lies on the wall, whose side is 1: exact at a middle, an edge and a corner, within
/// a thousandth between them.
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

/// The light that falls on a point, watts per square metre, by the photons that lie nearest; in the fourth
/// channel how far they reach. In a crowd, where not even the first sphere could be searched, -1 in all channels.
vec4 irradiance(vec4 point) {
    float most = radius * radius;
    float square = min(most, 1.0 / float(side * side));
    float low = 0.0, high = -1.0;                     // fewer are within the one, more within the other, once it is known
    Held held, fewer = Held(0, vec3(0.0), 0.0), more = fewer;
    looks = 0;
    for (int round = 0; round < ROUNDS; ++round) {
        held = visit(point, square);
        if (looks > CROWD) {                          // this visit was given up: one before it counts
            if (round == 0) return vec4(-1.0);
            held = high < 0.0 ? fewer : more;
            square = low;
            break;
        }
        if (held.inside == neighbours || (held.inside < neighbours && square >= most)) break;
        if (held.inside < neighbours) {
            low = square;
            fewer = held;
        } else {
            high = square;
            more = held;
        }
        if (round + 2 >= ROUNDS || looks > PATIENCE) { // several lie equally far, or are too many
            if (high >= 0.0) held = more;
            break;
        }
        // On a surface their number grows as the square of the radius does.
        float wanted = float(neighbours) + 0.5;
        float ratio = (wanted - float(fewer.inside)) / float(max(more.inside - fewer.inside, 1));
        if (high < 0.0) square = min(most, square * clamp(wanted / float(max(held.inside, 1)), 1.25, 4.0));
        else square = mix(low, high, round % 3 == 2 ? 0.5 : ratio);
    }
    float reach = held.inside < neighbours ? square : max(held.farthest, 1e-12);
    return vec4(held.landed / (3.14159265 * reach * part_on_wall(point, sqrt(reach))), sqrt(reach));
}
