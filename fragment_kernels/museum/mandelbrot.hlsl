// Fragments, 2004, HLSL, shader model 3. mandelbrot: how fast a point of the plane escapes.
// One run: the number of turns of z * z + c before |z| passes 2, at most 64.
//
// The loop ends early for a fragment whose point has escaped: dynamic branches were the news of shader model 3.

float4 plane : register(c0);    // the corner's real and imaginary part, then width and height

float4 main(float2 place : TEXCOORD0) : COLOR {
    float2 c = plane.xy + place * plane.zw;
    float2 z = 0;
    float turns = 0;
    for (int turn = 0; turn < 64; turn++) {
        if (dot(z, z) > 4) {
            break;
        }
        z = float2(z.x * z.x - z.y * z.y, 2 * z.x * z.y) + c;
        turns += 1;
    }
    return turns;
}
