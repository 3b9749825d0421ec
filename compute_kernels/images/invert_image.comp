#version 430 core
// invert_image: one pixel of the negative, from image to image.
//
// The photograph lies in a texture, as in invert.frag; imageLoad and imageStore unpack and pack. Groups are
// squares, as the picture is flat.
layout(local_size_x = 16, local_size_y = 16) in;

uniform ivec4 output_shape;   // width and height of the output; the library sets it
layout(rgba8, binding = 0) readonly  uniform image2D source;
layout(rgba8, binding = 1) writeonly uniform image2D result;

void main() {
    ivec2 here = ivec2(gl_GlobalInvocationID.xy);
    if (any(greaterThanEqual(here, output_shape.xy))) return;   // the last groups stick out
    vec4 pixel = imageLoad(source, here);
    imageStore(result, here, vec4(1.0 - pixel.rgb, pixel.a));
}
