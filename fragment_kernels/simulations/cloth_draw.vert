#version 330 core
// cloth_draw: a corner of one triangle of the wall behind, of the ball, or of the cloth.
//
// The triangles of the cloth are fetched from the texture of its particles: nothing returns to the host.
#include "gather.glsl"

const int ROUND = 48;                // pieces around the ball
const int HIGH = 24;                 // and from pole to pole

uniform mat4 camera;
uniform vec4 ball;
uniform sampler2D position;

out vec3 spot;
out vec3 normal;
out vec2 thread;                     // where in the cloth, in particles
flat out int kind;                   // 0 the wall, 1 the ball, 2 the cloth

vec3 particle(ivec2 at) { return fetch(position, clamp(at, ivec2(0), textureSize(position, 0) - 1)).xyz; }

void main() {
    int vertex = gl_VertexID;
    ivec2 corner = ivec2[6](ivec2(0, 0), ivec2(1, 0), ivec2(0, 1), ivec2(0, 1), ivec2(1, 0), ivec2(1, 1))[vertex % 6];
    int cell = vertex / 6;
    thread = vec2(corner);
    spot = vec3(0.0);
    normal = vec3(0.0);
    if (cell == 0) {
        kind = 0;
        gl_Position = vec4(vec2(corner) * 2.0 - 1.0, 0.9999, 1.0);
        return;
    }
    cell -= 1;
    if (cell < ROUND * HIGH) {
        kind = 1;
        vec2 angle = vec2(ivec2(cell % ROUND, cell / ROUND) + corner) * 3.14159265 / vec2(ROUND / 2, HIGH);
        normal = vec3(cos(angle.x) * sin(angle.y), cos(angle.y), sin(angle.x) * sin(angle.y));
        spot = ball.xyz + 0.985 * ball.w * normal;                // a little smaller: the cloth has no thickness
    } else {
        kind = 2;
        cell -= ROUND * HIGH;
        int columns = max(textureSize(position, 0).x - 1, 1);
        ivec2 at = ivec2(cell % columns, cell / columns) + corner;
        thread = vec2(at);
        spot = particle(at);
        vec3 across = particle(at + ivec2(1, 0)) - particle(at - ivec2(1, 0));
        vec3 along = particle(at + ivec2(0, 1)) - particle(at - ivec2(0, 1));
        normal = cross(along, across);
    }
    gl_Position = camera * vec4(spot, 1.0);
    gl_Position.y = -gl_Position.y;                                // row 0 is the picture's top
}
