#version 110
// ray_grid_follow_2005: the ray that follows where one has ended: towards the lamp, or on from a mirror.
//
// A ray to the lamp is followed by the mirrored one, whose direction it carries along; one that has left the
// scene or met the lamp by none. Where it begins its walk is for another pass to find out: both do not fit a
// Radeon 9700.
#include "ray_grid_2005.glsl"
#include "ray_grid_surface_2005.glsl"

void main() {
    vec2 here = gl_TexCoord[0].xy;
    vec4 start = texture2D(origin, here), to = texture2D(direction, here), now = texture2D(meeting, here);
    float share = texture2D(pending, here).a;
    meet(start, to.xyz, share, now);
    bool looking = looks(start.w), scatters = looking && now.z >= 0.0 && surface.w < 1.0;
    vec3 back = reflect(to.xyz, bent), flat_back = reflect(to.xyz, facet);
    back = dot(back, facet) > 0.0 ? back : flat_back;
    bool asks = scatters && falling > 0.0;         // turned away from the lamp it need not ask
    bool follows = scatters ? asks || next_share > 0.0 : !looking && share > 0.0;
    gl_FragData[0] = vec4(scatters ? above : start.xyz, start.w + (scatters && !asks ? 2.0 : 1.0));
    gl_FragData[1] = scatters ? vec4(back, now.z) : to;
    gl_FragData[2] = vec4(follows ? 1.0 : 0.0);
}
