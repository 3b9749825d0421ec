#version 430 core
// life_packed: the next state of eight rows of 32 cells of the Game of Life on a torus, one cell in each bit
// of a word.
//
// The full adders of life_packed.frag. An invocation goes down its column: each row's sum is made once and
// serves the row above, its own and the row below, so a word of the result costs little more than the three
// reads of one row.
#include "stream.glsl"

layout(local_size_x = 64) in;

uniform ivec4 output_shape;          // words in a row, and rows; the library sets it
uniform int columns;                 // cells in a row
layout(std430, binding = 0) readonly  buffer Cells  { uint cells[]; };
layout(std430, binding = 1) writeonly buffer Result { uint result[]; };

const int STRIP = 8;                 // rows of an invocation; the host counts with the same number

uint majority(uint a, uint b, uint c) { return (a & b) | (c & (a ^ b)); }

struct Row { uint self, west, east, one, two; };

int before, after, top, top_before;
uint mask;

Row read(int y, int x) {
    int row = y * output_shape.x;
    uint self = cells[row + x] & mask;
    uint west = (self << 1) | ((cells[row + before] >> top_before) & 1u);
    uint east = (self >> 1) | ((cells[row + after] & 1u) << top);
    return Row(self, west, east, west ^ self ^ east, majority(west, self, east));
}

void main() {
    int i = element();
    if (i >= element_count) return;  // here element_count counts strips of one word's width
    int words = output_shape.x, rows = output_shape.y, last = words - 1;
    int strip = i / words, x = i - strip * words, y = strip * STRIP;
    before = x > 0 ? x - 1 : last;
    after = x < last ? x + 1 : 0;
    int end = (columns - 1) & 31;                     // the highest bit in use in a row's last word
    top = x == last ? end : 31;
    top_before = before == last ? end : 31;
    mask = 0xffffffffu >> (31 - top);

    Row north = read((y > 0 ? y : rows) - 1, x), here = read(y, x);
    for (int end_y = min(y + STRIP, rows); y < end_y; ++y) {
        Row south = read(y + 1 < rows ? y + 1 : 0, x);
        uint ones = here.west ^ here.east, twos = here.west & here.east;      // without the cell itself
        uint one = north.one ^ south.one ^ ones;
        uint carry = majority(north.one, south.one, ones);
        // Two or three neighbours: exactly one of the four twos.
        uint two = (north.two ^ south.two ^ twos ^ carry) & ~((north.two & south.two) | (twos & carry));
        result[y * words + x] = two & (one | here.self) & mask;               // three, or two around a living cell
        north = here;
        here = south;
    }
}
