#version 430 core
// jacobi_strips: SWEEPS sweeps for Poisson's equation, a stretch of a strip of OWN fours, which a lane walks
// down with three rows of every sweep in its registers.
//
// A row of sweep s needs the rows above and below of sweep s - 1, so each turn loads one row and takes every
// sweep one row further, each a row behind the one before. What the lane lacks of its neighbours' strips it
// computes itself: it loads as many cells more on each side, and rows above and below, as there are sweeps, and
// of those one less is right after each. Registers cost a CPU that plays GPU little, and an image is what it
// reads soonest.
#include "stream.glsl"

#ifndef SWEEPS
#define SWEEPS 8
#endif
#ifndef OWN
#define OWN 4
#endif
#ifndef LANES
#define LANES 64
#endif
const int RIM = (SWEEPS + 3) / 4;                     // fours more on each side
const int FOURS = OWN + 2 * RIM;

layout(local_size_x = LANES) in;

uniform int width;                                    // cells in a row; the lanes behind them stay zero
uniform int rows;                                     // of a stretch
uniform int strips;                                   // side by side
uniform ivec4 result_shape;                           // fours in a row, and rows; the library sets it
layout(rgba32f, binding = 0) readonly uniform image2D x;
layout(rgba32f, binding = 1) readonly uniform image2D b;
layout(std430, binding = 0) writeonly buffer Result { vec4 result[]; };

void main() {
    int i = element();
    if (i >= element_count) return;                   // here element_count counts stretches
    int first = (i / strips) * rows, end = min(first + rows, result_shape.y);
    int left = (i % strips) * OWN - RIM;
    bvec4 exists[FOURS];
    for (int c = 0; c < FOURS; c++) {
        exists[c] = lessThan(uvec4(ivec4(0, 1, 2, 3) + 4 * (left + c)), uvec4(width));    // left of the grid wraps
    }
    vec4 above[SWEEPS][FOURS], here[SWEEPS][FOURS], side[SWEEPS][FOURS];      // `side`: of the equation, b of that row
    for (int s = 0; s < SWEEPS; s++) {
        for (int c = 0; c < FOURS; c++) above[s][c] = here[s][c] = side[s][c] = vec4(0.0);
    }

    for (int row = first - SWEEPS; row < end + SWEEPS; row++) {
        vec4 below[FOURS], next[FOURS];
        bool there[FOURS];
        bool row_exists = row >= 0 && row < result_shape.y;
        for (int c = 0; c < FOURS; c++) {
            there[c] = row_exists && left + c >= 0 && left + c < result_shape.x;
            below[c] = there[c] ? imageLoad(x, ivec2(left + c, row)) : vec4(0.0);
        }
        for (int s = 0; s < SWEEPS; s++) {
            bool inside = row - s > 0 && row - s <= result_shape.y;           // the row that is made: one above
            for (int c = 0; c < FOURS; c++) {
                float before = c > 0 ? here[s][max(c - 1, 0)].w : 0.0;
                float behind = c + 1 < FOURS ? here[s][min(c + 1, FOURS - 1)].x : 0.0;
                vec4 sides = vec4(before, here[s][c].xyz) + vec4(here[s][c].yzw, behind);
                vec4 mean = 0.25 * (side[s][c] + sides + above[s][c] + below[c]);
                next[c] = inside ? mix(vec4(0.0), mean, exists[c]) : vec4(0.0);
            }
            for (int c = 0; c < FOURS; c++) {
                above[s][c] = here[s][c];
                here[s][c] = below[c];
                below[c] = next[c];                   // what this sweep made, the next one reads
            }
        }
        for (int c = 0; c < FOURS; c++) {
            for (int s = SWEEPS - 1; s > 0; s--) side[s][c] = side[s - 1][c];
            side[0][c] = there[c] ? imageLoad(b, ivec2(left + c, row)) : vec4(0.0);
        }
        int made = row - SWEEPS;
        for (int c = RIM; c < RIM + OWN && made >= first; c++) {
            if (left + c < result_shape.x) result[made * result_shape.x + left + c] = below[c];
        }
    }
}
