#version 330 core
// photon_map_trace: one photon's next flight through the room, and how it leaves the surface that it comes
// to.
//
// A pass is a bounce, and the streams take turns. Photons are numbered, and so are their random draws: the
// host can follow any of them.
#include "stream.glsl"
#include "photon_scatter.glsl"

uniform int bounce;
uniform sampler2D position;          // where each is; in the fourth channel the surface, 0 where there is no photon any more
uniform sampler2D direction;         // of the flight to come; 0 where there is none
uniform sampler2D power;

layout(location = 0) out vec4 new_position;
layout(location = 1) out vec4 new_direction;
layout(location = 2) out vec4 new_power;

void main() {
    uint i = uint(element());
    vec4 place = here(position);
    vec3 heading = here(direction).xyz;
    vec3 carried = here(power).rgb;
    bool flies = dot(heading, heading) > 0.0;
    place = flies ? flight(place.xyz, heading) : vec4(0.0);
    if (flies) leave(place, heading, carried, i, uint(bounce));
    new_position = place;
    new_direction = vec4(heading, 0.0);
    new_power = vec4(carried, 0.0);
}
