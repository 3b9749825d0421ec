//! Kernels for the rows of the ledger that have an effect.

use gristmill_shader::Stage;

/// Kernels that contain each decoration, mode and variable of the ledger that has an effect.
pub(super) const KERNELS: [(Stage, &str); 9] = [
    (
        Stage::Compute,
        "#version 450
        layout(local_size_x_id = 3) in;
        layout(std430, binding = 1) coherent buffer A { layout(offset = 16) uint a[]; };
        layout(std430, binding = 2) volatile buffer B { uint b[]; };
        layout(std430, binding = 3) readonly buffer C { layout(row_major) mat2x3 m; uint c[]; };
        layout(std140, binding = 4) uniform D { uint d[4]; mat3 n; };
        void main() {
            uvec3 i = gl_GlobalInvocationID + gl_LocalInvocationID + gl_WorkGroupID + gl_NumWorkGroups + gl_WorkGroupSize;
            a[i.x] = b[i.y] + c[gl_LocalInvocationIndex] + uint(m[1].y + n[1].y) + d[i.z];
        }",
    ),
    (
        Stage::Compute,
        "#version 430 core
        layout(local_size_x = 4) in;
        layout(std430) writeonly buffer A { uint a[]; };
        void main() { a[0] += 1u; }",
    ),
    (
        Stage::Compute,
        "#version 450
        #extension GL_KHR_shader_subgroup_basic : require
        #extension GL_KHR_shader_subgroup_ballot : require
        #extension GL_EXT_nonuniform_qualifier : require
        layout(local_size_x = 64) in;
        layout(std430, set = 1, binding = 4) buffer A { uint a[]; } blocks[4];
        void main() {
            uvec4 masks = gl_SubgroupEqMask ^ gl_SubgroupGeMask ^ gl_SubgroupGtMask ^ gl_SubgroupLeMask ^ gl_SubgroupLtMask;
            uint i = gl_SubgroupSize + gl_NumSubgroups + gl_SubgroupID + gl_SubgroupInvocationID;
            blocks[nonuniformEXT(i & 3u)].a[i] = masks.x;
        }",
    ),
    (
        Stage::Vertex,
        "#version 450
        layout(location = 3, component = 1) in vec2 place;
        layout(location = 2) flat out int number;
        layout(location = 1) noperspective out vec2 other;
        void main() {
            gl_Position = vec4(place, 0.0, 1.0); gl_PointSize = 2.0;
            number = gl_VertexID + gl_InstanceID; other = place;
        }",
    ),
    (
        Stage::Vertex,
        "#version 450
        #extension GL_KHR_vulkan_glsl : enable
        layout(location = 2) out vec4 number;
        void main() { gl_Position = vec4(1.0); number = vec4(gl_VertexIndex + gl_InstanceIndex); }",
    ),
    (
        Stage::Fragment,
        "#version 450
        layout(origin_upper_left, pixel_center_integer) in vec4 gl_FragCoord;
        layout(early_fragment_tests) in;
        layout(location = 2) flat in int number;
        layout(location = 1) noperspective in vec2 other;
        layout(location = 0) out vec4 colour;
        void main() {
            colour = gl_FragCoord + vec4(gl_PointCoord, other) + float(number + gl_PrimitiveID);
            if (gl_FrontFacing && !gl_HelperInvocation) colour.x += 1.0;
        }",
    ),
    (
        Stage::Fragment,
        "#version 450
        layout(location = 0) out vec4 colour;
        void main() { colour = vec4(1.0); gl_FragDepth = 0.5; }",
    ),
    (
        Stage::Fragment,
        "#version 450
        layout(location = 0, index = 1) out vec4 colour;
        void main() { colour = vec4(1.0); }",
    ),
    (
        Stage::Fragment,
        "#version 450
        uniform sampler2D photo; layout(location = 0) in vec2 at; layout(location = 0) out vec4 colour; uniform ivec2 by;
        void main() {
            const ivec2 four[4] = ivec2[](ivec2(0), ivec2(1), ivec2(2), ivec2(3));
            colour = texture(photo, at, 1.0) + textureLod(photo, at, 1.0) + textureGrad(photo, at, at, at)
                + textureOffset(photo, at, ivec2(1)) + textureGatherOffset(photo, at, by) + textureGatherOffsets(photo, at, four);
        }",
    ),
];
