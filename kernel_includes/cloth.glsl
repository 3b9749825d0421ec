// cloth.glsl: what a constraint does to its two particles, and what stops a particle, in both eras.
//
// A particle is its place, and in the fourth channel the inverse of its mass: 0 for one that nothing moves.

/// How far the first of two particles moves so that they come to the distance `rest`. A soft constraint
/// leaves some of the way.
vec3 pull(vec4 one, vec4 other, float rest, float softness) {
    vec3 way = one.xyz - other.xyz;
    float far = length(way);
    if (one.w == 0.0 || far == 0.0) return vec3(0.0);
    return way * (one.w * (rest - far) / (far * (one.w + other.w + softness)));
}

/// How much of a slip along a surface friction takes back, by how deep the particle was in it.
vec3 rub(vec3 slip, vec3 normal, float reach) {
    vec3 along = slip - dot(slip, normal) * normal;
    float far = length(along);
    return far > reach ? along * (reach / far) : along;
}

/// Where a particle that came `from` there may be: outside the ball and above the ground.
vec3 stopped(vec3 at, vec3 from, vec4 ball, float ground, float friction) {
    vec3 way = at - ball.xyz;
    float far = length(way);
    if (far < ball.w && far > 0.0) {
        vec3 normal = way / far;
        at = ball.xyz + ball.w * normal;
        at -= rub(at - from, normal, friction * (ball.w - far));
    }
    if (at.y < ground) {
        float depth = ground - at.y;
        at.y = ground;
        at -= rub(at - from, vec3(0.0, 1.0, 0.0), friction * depth);
    }
    return at;
}
