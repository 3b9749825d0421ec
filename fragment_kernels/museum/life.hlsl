// Fragments, 2002, HLSL, shader model 2. life: J. Conway's cells, one generation later.
// One run: one cell, by its eight neighbours. The texture wraps, so the world is a torus.
//
// In the manner of G. James, "Operations for Hardware-Accelerated Procedural Texture Animation", Game Programming Gems 2,
// 2001, which did it in the texture stages of a GeForce 3.

sampler cells : register(s0);
float2 cell : register(c0);    // 1 / size of the world

float read_cell(float2 place) {
    return tex2D(cells, place).x;
}

float4 main(float2 place : TEXCOORD0) : COLOR {
    float neighbours = 0;
    for (int row = -1; row <= 1; row++) {
        for (int column = -1; column <= 1; column++) {
            neighbours += read_cell(place + float2(column, row) * cell);
        }
    }
    float is_alive = read_cell(place);
    neighbours -= is_alive;
    return neighbours == 3 || (neighbours == 2 && is_alive > 0);
}
