#version 430 core
// life_generations: a stretch of a strip of OWN words of the Game of Life on a torus, GENERATIONS later. For
// boards whose rows are whole words.
//
// The full adders of life_packed.comp, and its way down the rows: each turn loads one row, and every generation
// takes its next row a row behind the one before. What a lane lacks of its neighbours' strips it computes
// itself, from a word more on each side, where what is right shrinks by a cell per generation, and from a row
// more above and below for each generation.
#include "stream.glsl"

#ifndef GENERATIONS
#define GENERATIONS 8
#endif
#ifndef OWN
#define OWN 2
#endif
#ifndef LANES
#define LANES 64
#endif
const int WORDS = OWN + 2;

layout(local_size_x = LANES) in;

uniform int rows;                    // of a stretch
uniform int strips;                  // side by side
uniform ivec4 result_shape;          // words in a row, and rows; the library sets it
layout(std430, binding = 0) readonly  buffer Cells  { uint cells[]; };
layout(std430, binding = 1) writeonly buffer Result { uint result[]; };

/// A row's words, and the sums of each cell's neighbours to the west and to the east.
struct Row { uint self, one, two; };

uint majority(uint a, uint b, uint c) { return (a & b) | (c & (a ^ b)); }

/// The next state of a row's cells. `one` and `two`: of the sums of three, in the rows above and below.
uint next(uint one_above, uint two_above, Row row, uint one_below, uint two_below) {
    uint one = one_above ^ one_below ^ row.one;
    uint carry = majority(one_above, one_below, row.one);
    // Two or three neighbours: exactly one of the four twos.
    uint two = (two_above ^ two_below ^ row.two ^ carry) & ~((two_above & two_below) | (row.two & carry));
    return two & (one | row.self);                    // three, or two around a living cell
}

void main() {
    int i = element();
    if (i >= element_count) return;                   // here element_count counts stretches
    int first = (i / strips) * rows, end = min(first + rows, result_shape.y);
    int column = (i % strips) * OWN;
    int place[WORDS];
    for (int c = 0; c < WORDS; c++) place[c] = (column + c + result_shape.x - 1) % result_shape.x;
    Row here[GENERATIONS][WORDS];
    uint one[GENERATIONS][WORDS], two[GENERATIONS][WORDS];                    // of the row above
    for (int g = 0; g < GENERATIONS; g++) {
        for (int c = 0; c < WORDS; c++) {
            here[g][c] = Row(0u, 0u, 0u);
            one[g][c] = two[g][c] = 0u;
        }
    }

    int from = (first + GENERATIONS * (result_shape.y - 1)) % result_shape.y; // GENERATIONS rows before, round the board
    for (int made = first - 2 * GENERATIONS; made < end; made++) {            // the row that this turn finishes
        uint below[WORDS], later[WORDS];
        for (int c = 0; c < WORDS; c++) below[c] = cells[from * result_shape.x + place[c]];
        from = from + 1 < result_shape.y ? from + 1 : 0;
        for (int g = 0; g < GENERATIONS; g++) {
            for (int c = 0; c < WORDS; c++) {
                uint self = below[c];
                uint west = (self << 1) | (c > 0 ? below[max(c - 1, 0)] >> 31 : 0u);
                uint east = (self >> 1) | (c + 1 < WORDS ? below[min(c + 1, WORDS - 1)] << 31 : 0u);
                Row row = here[g][c], south = Row(self, west ^ east, west & east);
                later[c] = next(one[g][c], two[g][c], row, south.one ^ self, south.two | (south.one & self));
                one[g][c] = row.one ^ row.self;
                two[g][c] = row.two | (row.one & row.self);
                here[g][c] = south;
            }
            for (int c = 0; c < WORDS; c++) below[c] = later[c];              // which the next generation reads
        }
        for (int c = 0; c < OWN && made >= first; c++) {
            if (column + c < result_shape.x) result[made * result_shape.x + column + c] = below[c + 1];
        }
    }
}
