// Fragments, 2004, HLSL, shader model 2. matmul: the product of two matrices, added up four columns at a time.
// One run: four elements in a row of the product, after one more block of four.
//
// In the manner of K. Fatahalian, J. Sugerman and P. Hanrahan, "Understanding the Efficiency of GPU Algorithms for
// Matrix-Matrix Multiplication", 2004. Each texel holds four elements of a row, so that a read brings four.

sampler left : register(s0);
sampler right : register(s1);
sampler sum : register(s2);     // what the blocks before have added up
float2 middle : register(c0);   // of this block: its place across left, then down right, from 0 to 1
float row : register(c1);       // 1 / rows of right

float4 main(float2 place : TEXCOORD0) : COLOR {
    float4 x = tex2D(left, float2(middle.x, place.y));
    float4x4 rows;
    rows[0] = tex2D(right, float2(place.x, middle.y - 1.5 * row));
    rows[1] = tex2D(right, float2(place.x, middle.y - 0.5 * row));
    rows[2] = tex2D(right, float2(place.x, middle.y + 0.5 * row));
    rows[3] = tex2D(right, float2(place.x, middle.y + 1.5 * row));
    return tex2D(sum, place) + mul(x, rows);
}
