// ray_grid_trace.glsl: a ray on its whole way through the grid, in both eras. The kernel defines before it
// what reads its streams:
//     uint first_of(int cell)            where the list of a cell begins, or NOWHERE
//     uint triangle_at(uint entry)       a triangle of a list, or NOWHERE at its end
//     uvec4 corners_of(uint triangle)    its three vertices, and its surface
//     vec3 vertex(uint corner)
#include "ray_grid_triangle.glsl"

/// The nearest triangle on the ray's way, into the ray. To the lamp, any will do.
void trace(inout Ray ray, vec3 lamp, ivec3 sides) {
    vec3 way = way_of(ray, lamp), inverse = inverse_of(way);
    ray.triangle = NOWHERE;
    ray.reach = looks(ray) ? FAR : 1.0;
    float first = entrance(ray.origin, inverse, sides);
    bool inside = first < ray.reach;
    ivec3 cell = cell_at(ray.origin + way * (inside ? first : 0.0), sides);
    while (inside) {
        uint entry = first_of(index_of(cell, sides));
        uint triangle = entry == NOWHERE ? NOWHERE : triangle_at(entry);
        while (triangle != NOWHERE) {
            uvec4 corners = corners_of(triangle);
            float reach = meeting(ray.origin, way, vertex(corners.x), vertex(corners.y), vertex(corners.z));
            if (reach < ray.reach && triangle != ray.from) {
                ray.reach = reach;
                ray.triangle = triangle;
            }
            triangle = triangle_at(++entry);
        }
        vec3 exit = exits(ray.origin, way, inverse, cell);
        bool ends = ray.reach <= least(exit) || (ray.triangle != NOWHERE && !looks(ray));
        inside = !ends && advance(cell, way, exit, sides);
    }
}
