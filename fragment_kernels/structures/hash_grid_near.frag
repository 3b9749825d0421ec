#version 330 core
// hash_grid_near: how many points are near one place, and the sum of their numbers.
#include "stream.glsl"
#include "hash_grid.glsl"

uniform float reach;                 // the square of the radius
uniform sampler2D places;
uniform sampler2D position;          // of the points, in the order of the buckets
uniform usampler2D order;            // and their numbers
uniform usampler2D starts;           // where each bucket's points begin

layout(location = 0) out uvec2 result;

int start_of(int bucket) { return int(fetch(starts, bucket).r); }
vec3 position_of(int at) { return fetch(position, at).xyz; }
uint number_of(int at) { return fetch(order, at).r; }
#include "hash_grid_near.glsl"

void main() {
    result = near(fetch(places, element()).xyz, reach);
}
