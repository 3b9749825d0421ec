// ray_grid_triangle.glsl: where a ray meets a triangle, in both eras. It comes after ray_grid.glsl.

/// By how much of its side a triangle is larger than it is, so that no ray slips between two neighbours.
const float EDGE = 1.0 / 65536.0;

/// Where a ray meets a triangle: a reach, or FAR (Möller and Trumbore 1997). A triangle without area is never
/// met.
float meeting(vec3 origin, vec3 way, vec3 a, vec3 b, vec3 c) {
    vec3 ab = b - a, ac = c - a, p = cross(way, ac);
    float determinant = dot(ab, p);
    if (determinant == 0.0) return FAR;
    vec3 s = origin - a, q = cross(s, ab);
    float u = dot(s, p) / determinant, v = dot(way, q) / determinant, reach = dot(ac, q) / determinant;
    return u >= -EDGE && v >= -EDGE && u + v <= 1.0 + EDGE && reach > 0.0 ? reach : FAR;
}
