// nbody.glsl: how one body pulls another, in both eras: Newton's law, softened (Plummer), with a
// gravitational constant of one.

uniform float softening;             // its square, in squares of length; 1e-24 at least
uniform int first;                   // body of the block that pulls
uniform int last;                    // body behind the block

/// The acceleration that a body gives, of which the fourth channel is the mass. A body gives itself none, for
/// there is no way to go; the softening keeps what is divided by from being zero there.
vec3 pull_of(vec4 body, vec3 place) {
    vec3 way = body.xyz - place;
    float squared = dot(way, way) + softening;
    return way * (body.w / (squared * sqrt(squared)));
}
