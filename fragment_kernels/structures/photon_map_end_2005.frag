#version 110
// photon_map_end_2005: the light that falls on one point, by the entries that its search has found; in the fourth
// channel how far they reach.
#include "rectangles_2005.glsl"

uniform float neighbours;            // how many were looked for
uniform sampler2D points;            // in the fourth channel the surface that the point is on; 0 is no point
uniform sampler2D spheres;           // the square of the radius, and in the fourth channel that of the farthest entry
uniform sampler2D held;              // the power of the entries in the sphere, and how many they are

/// How much of a disc is beyond edges of its wall, by their distances as parts of the radius: within a thousandth.
vec3 beyond(vec3 edges) {
    vec3 near = min(edges, vec3(1.0));
    return (1.0 - near) * sqrt(1.0 - near) * (0.5 + (near * (0.112 - (0.0118 * near))));
}

void main() {
    vec4 point = texture2D(points, gl_TexCoord[0].xy);
    vec4 sphere = texture2D(spheres, gl_TexCoord[0].xy), landed = texture2D(held, gl_TexCoord[0].xy);
    float square = max(landed.w < neighbours ? sphere.x : sphere.w, 1e-12), radius = sqrt(square);
    vec3 parts = (1.0 - beyond(point.xyz / radius)) * (1.0 - beyond((1.0 - point.xyz) / radius));
    // Walls 1 and 2 lie across x, 3 and 4 across y, 5 and 6 across z: along that axis they have no edges.
    float part = point.w < 2.5 ? parts.y * parts.z : parts.x * (point.w < 4.5 ? parts.z : parts.y);
    vec4 light = vec4(landed.rgb / (3.14159265 * square * part), radius);
    gl_FragColor = point.w > 0.0 ? light : vec4(0.0);
}
