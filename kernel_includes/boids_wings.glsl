// boids_wings.glsl: a bird folded from paper, in both eras: two triangles that share the line from its nose
// to its tail.

const int CORNERS = 6;               // of a bird

uniform float wings;                 // from wing tip to wing tip, in metres
uniform float beat;                  // where in their beat the wings of bird 0 are, in radians

/// The corner of a bird, and in the fourth channel the light on its wing, 0 to 1.
///
/// The bird's axes are a rotation for every velocity: one that flies straight up has its back to the side,
/// and one that stands still looks ahead.
vec4 corner_of(vec4 bird, vec3 velocity, int corner) {
    float speed = length(velocity);
    vec3 ahead = speed > 1e-6 ? velocity / speed : vec3(0.0, 0.0, 1.0);
    vec3 above = abs(ahead.y) < 0.99 ? vec3(0.0, 1.0, 0.0) : vec3(1.0, 0.0, 0.0);
    vec3 side = normalize(cross(above, ahead));
    vec3 up = cross(ahead, side);
    float lift = 0.25 + 0.3 * sin(beat + bird.w * 2.4);
    vec3 right = side * 0.5 + up * lift - ahead * 0.5;
    vec3 left = -side * 0.5 + up * lift - ahead * 0.5;
    vec3 nose = ahead, tail = -ahead * 0.45;
    vec3 wing = corner < 3 ? right : left;
    vec3 normal = normalize(cross(wing - nose, tail - nose));
    normal *= dot(normal, up) < 0.0 ? -1.0 : 1.0;
    float light = max(dot(normal, vec3(0.48, 0.6, -0.64)), 0.0);
    int point = corner % 3;
    return vec4(bird.xyz + (point == 0 ? nose : point == 1 ? tail : wing) * wings, light);
}
