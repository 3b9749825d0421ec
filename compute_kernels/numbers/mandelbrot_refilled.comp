#version 430 core
// mandelbrot_refilled: the rounds that each of several numbers c takes; a lane that is done draws the next.
//
// Lanes in lockstep are in different rounds of different numbers. Every eight rounds those that are done draw
// a new number, so a lane waits for seven rounds at most, until the numbers run out. Which lane takes which
// number is chance, what it counts is not.
#include "stream.glsl"
#include "mandelbrot.glsl"

layout(local_size_x = 64) in;

uniform ivec2 corner;        // c of the first element
uniform int distance;        // from one c to the next
uniform int most;            // rounds
uniform int turns;           // of eight rounds, after which a lane draws no more
uniform int width;           // columns of the result
uniform int result_count;    // the library sets it

layout(std430, binding = 0) buffer Ticket { uint ticket[]; };
layout(std430, binding = 1) writeonly buffer Result { uint result[]; };

void main() {
    int at = int(atomicAdd(ticket[0], 1u));
    ivec2 c = corner + distance * place(at, width);
    ivec2 z = ivec2(0);
    int rounds = 0;
    for (int turn = 1; at < result_count; ++turn) {
        bool going = true;
        for (int round = 0; round < 8 && going; ++round) {
            going = rounds < most && advance(z, c);
            if (going) ++rounds;
        }
        if (!going) {
            result[at] = uint(rounds);
            if (turn >= turns) return;
            at = int(atomicAdd(ticket[0], 1u));
            c = corner + distance * place(at, width);
            z = ivec2(0);
            rounds = 0;
        }
    }
}
