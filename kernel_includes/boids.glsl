// boids.glsl: how a bird turns, in both eras, after what it sees of its flock (Reynolds, 1987).
//
// Weights fade to zero where a neighbour goes out of sight, so that rounding cannot decide who is seen. A
// bird sees itself, too: that adds nothing to sums of differences and one to the sum of weights, so there is
// no division by zero. No vector is normalised: nobody asks for the direction of a bird that stands still, or
// that is where it wants to be.

uniform vec2 sight;                  // one over the squares of how far a bird sees, and how far it keeps away
uniform vec3 weights;                // of separation, alignment and cohesion: 1/s², 1/s, 1/s²
uniform vec4 goal;                   // where the flock wants to be; the most acceleration towards it, m/s²
uniform vec4 pace;                   // how soon a bird is at its own speed, 1/s; one over that speed's square;
                                     // the most speed; seconds of a tick

/// The sums of what a bird sees. Along and together become means; apart stays a sum, so that a crowd pushes
/// the harder the denser it is.
struct Around {
    vec3 apart;
    vec3 along;
    vec3 together;
    float weight;
};

const Around NOTHING = Around(vec3(0.0), vec3(0.0), vec3(0.0), 0.0);
const Around ITSELF = Around(vec3(0.0), vec3(0.0), vec3(0.0), 1.0);

/// Sees one more bird: the way to it, and how it drifts off.
void look(inout Around around, vec3 way, vec3 drift) {
    float squared = dot(way, way);
    float near = max(1.0 - squared * sight.x, 0.0);
    float close = max(1.0 - squared * sight.y, 0.0);
    around.apart -= close * way;
    around.along += near * drift;
    around.together += near * way;
    around.weight += near;
}

/// One tick of a bird that has looked around: first it turns, then it moves.
void fly(Around around, inout vec3 place, inout vec3 speed) {
    vec3 turn = weights.x * around.apart + (weights.y * around.along + weights.z * around.together) / around.weight;
    vec3 way = goal.xyz - place;
    turn += way * (goal.w / (length(way) + 1.0));
    turn += speed * (pace.x * (1.0 - dot(speed, speed) * pace.y));
    speed += turn * pace.w;
    speed *= pace.z / max(length(speed), pace.z);
    place += speed * pace.w;
}
