// ray_grid_shade.glsl: the light of what a ray has met, and the ray that follows, in both eras. The kernel
// defines before it what reads its streams:
//     uvec4 corners_of(uint triangle)    its three vertices, and its surface
//     vec3 vertex(uint corner)
//     vec3 normal(uint corner)

/// Light that comes from everywhere, as a share of a surface's colour.
const float AMBIENT = 0.14;

/// What a ray sees that leaves the scene.
vec3 sky(vec3 direction) { return mix(vec3(0.75, 0.72, 0.68), vec3(0.28, 0.42, 0.70), clamp(direction.y * 0.5 + 0.5, 0.0, 1.0)); }

/// A surface: its colour, and the share of light that it mirrors when seen from straight above; a lamp of
/// that colour has 1.
vec4 surface_of(uint word) { return vec4((uvec4(word) >> uvec4(0, 8, 16, 24)) & 255u) / 255.0; }

/// The light of what the ray has met; whether a ray follows, which then is in its place.
bool shade(inout Ray ray, vec3 lamp, float power, int bounces, float unit) {
    if (!looks(ray)) {
        if (ray.triangle == NOWHERE) ray.light += ray.pending;
        ray.number += 1;
        return ray.share > 0.0;
    }
    if (ray.number == 0 && ray.triangle != NOWHERE) {
        ray.depth = ray.reach * unit;
        ray.seen = ray.triangle;
    }
    if (ray.triangle == NOWHERE) {
        ray.light += ray.share * sky(ray.direction);
        return false;
    }
    uvec4 corners = corners_of(ray.triangle);
    vec4 surface = surface_of(corners.w);
    if (surface.w == 1.0) {
        ray.light += ray.share * surface.rgb;
        return false;
    }
    // The facet's own normal and the one bent between its corners, both on the side that the ray comes from.
    vec3 a = vertex(corners.x), ab = vertex(corners.y) - a, ac = vertex(corners.z) - a, n = cross(ab, ac);
    vec3 place = ray.origin + ray.direction * ray.reach;
    float v = dot(cross(place - a, ac), n) / dot(n, n), w = dot(cross(ab, place - a), n) / dot(n, n);
    vec3 facet = dot(n, ray.direction) > 0.0 ? -normalize(n) : normalize(n);
    vec3 bent = normal(corners.x) * (1.0 - v - w) + normal(corners.y) * v + normal(corners.z) * w;
    bent = dot(bent, bent) > 0.0 ? normalize(bent) : facet;
    if (dot(bent, facet) < 0.0) bent = -bent;

    float facing = clamp(1.0 - dot(-ray.direction, bent), 0.0, 1.0), square = facing * facing;
    float mirrored = surface.w > 0.0 ? surface.w + (1.0 - surface.w) * square * square * facing : 0.0;  // Schlick 1994
    vec3 colour = ray.share * (1.0 - mirrored) * surface.rgb;
    ray.light += colour * AMBIENT;
    ray.origin = place + facet * START;
    ray.from = ray.triangle;
    vec3 to_lamp = lamp - ray.origin;
    float distance_squared = dot(to_lamp, to_lamp);
    float falling = dot(facet, to_lamp) > 0.0 ? max(dot(bent, to_lamp), 0.0) * inversesqrt(distance_squared) : 0.0;
    ray.pending = colour * (falling * power / distance_squared);
    vec3 back = reflect(ray.direction, bent);
    ray.direction = dot(back, facet) > 0.0 ? back : reflect(ray.direction, facet);
    ray.share = ray.number / 2 < bounces ? ray.share * mirrored : 0.0;
    ray.number += falling > 0.0 ? 1 : 2;  // turned away from the lamp it need not ask
    return falling > 0.0 || ray.share > 0.0;
}
