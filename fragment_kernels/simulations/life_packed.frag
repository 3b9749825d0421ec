#version 330 core
// life_packed: the next state of 32 cells of the Game of Life on a torus, one in each bit of a word.
//
// Bit 0 is the westernmost cell. A word's bits are added as 32 numbers at once: full adders made of xor, and,
// or. Three words in a row give each cell the sum of its row in two bits; then the three rows are added. The
// last word of a row may have fewer cells than 32: its highest cell in use has the row's first cell to its
// east, `mask` clears those above, and so a torus of any width is right.
#include "stream.glsl"

uniform ivec4 output_shape;          // words in a row, and rows; the library sets it
uniform int columns;                 // cells in a row
uniform usampler2D cells;

layout(location = 0) out uint result;

uint word(int x, int y) { return fetch(cells, ivec2(x, y)).r; }

uint majority(uint a, uint b, uint c) { return (a & b) | (c & (a ^ b)); }

void main() {
    int x = here().x, y = here().y;
    int last = output_shape.x - 1, rows = output_shape.y;
    int before = x > 0 ? x - 1 : last, after = x < last ? x + 1 : 0;
    int north = (y > 0 ? y : rows) - 1, south = y + 1 < rows ? y + 1 : 0;
    int end = (columns - 1) & 31;                     // the highest bit in use in a row's last word
    int top = x == last ? end : 31, top_before = before == last ? end : 31;
    uint mask = 0xffffffffu >> (31 - top);

    uint ones[3], twos[3], self;
    int row[3] = int[](north, south, y);
    for (int i = 0; i < 3; ++i) {
        self = word(x, row[i]) & mask;
        uint west = (self << 1) | ((word(before, row[i]) >> top_before) & 1u);
        uint east = (self >> 1) | ((word(after, row[i]) & 1u) << top);
        uint middle = i < 2 ? self : 0u;              // a cell is no neighbour of its own; its own row comes last
        ones[i] = west ^ middle ^ east;
        twos[i] = majority(west, middle, east);
    }
    uint one = ones[0] ^ ones[1] ^ ones[2];
    uint carry = majority(ones[0], ones[1], ones[2]);
    // Two or three neighbours: exactly one of the four twos.
    uint two = (twos[0] ^ twos[1] ^ twos[2] ^ carry) & ~((twos[0] & twos[1]) | (twos[2] & carry));
    result = two & (one | self) & mask;               // three, or two around a living cell
}
