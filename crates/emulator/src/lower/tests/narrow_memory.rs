//! Numbers of 8 and 16 bits in buffers, against the bytes as Rust lays them out.

use super::{run_kernel_with, verify};

/// Header of the kernels of this file.
const HEAD: &str = "#version 450 core
    #extension GL_EXT_shader_explicit_arithmetic_types : require
    #extension GL_EXT_shader_8bit_storage : require
    #extension GL_EXT_shader_16bit_storage : require
";

/// Runs a kernel at several warp widths, watched and not; all results must be equal.
fn run_all_widths(text: &str, groups: u32, buffers: &[(&str, &[u32])]) -> Vec<Vec<u32>> {
    let text = format!("{HEAD}{text}");
    let plain = run_kernel_with(&text, groups, &[], buffers, false, 32);
    for (watched, width) in [(true, 32), (false, 1), (false, 8), (true, 8)] {
        let other = run_kernel_with(&text, groups, &[], buffers, watched, width);
        assert_eq!(plain, other, "watched {watched}, warps of {width}");
    }
    plain
}

/// Converts words to bytes.
fn words_to_bytes(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

/// Converts bytes to words; the last one is padded with zeros.
fn bytes_to_words(bytes: &[u8]) -> Vec<u32> {
    bytes
        .chunks(4)
        .map(|bytes: &[u8]| bytes.iter().rev().fold(0, |word, &byte| word << 8 | u32::from(byte)))
        .collect()
}

#[test]
fn every_value_goes_through_a_buffer_and_back() {
    let halves: Vec<u8> = (0..=u16::MAX).flat_map(u16::to_le_bytes).collect();
    let given = bytes_to_words(&halves);
    // Each lane uses one, in reverse order, so that neighbours in a word are of different lanes, warps and groups.
    for (of, wide, from, count) in [
        ("float16_t", "float", "float", 1 << 16),
        ("uint16_t", "uint", "uint", 1 << 16),
        ("int16_t", "int", "int", 1 << 16),
        ("uint8_t", "uint", "uint", 1 << 17),
        ("int8_t", "int", "int", 1 << 17),
    ] {
        let text = format!(
            "layout(local_size_x = 64) in;
            layout(std430, binding = 0) readonly buffer A {{ {of} a[]; }};
            layout(std430, binding = 1) writeonly buffer B {{ {of} b[]; }};
            layout(std430, binding = 2) writeonly buffer W {{ {wide} w[]; }};
            void main() {{
                uint i = gl_GlobalInvocationID.x, n = uint(a.length());
                b[n - 1u - i] = a[i];
                w[i] = {from}(a[i]);
            }}"
        );
        let text = format!("{HEAD}{text}");
        let empty = (vec![0xdead_beef; given.len()], vec![0; count]);
        let buffers: [(&str, &[u32]); 3] = [("A", &given), ("B", &empty.0), ("W", &empty.1)];
        let results = run_kernel_with(&text, (count / 64) as u32, &[], &buffers, false, 32);
        let size = halves.len() / count;
        let back: Vec<u8> = halves.chunks(size).rev().flatten().copied().collect();
        assert_eq!(words_to_bytes(&results[1]), back, "{of}");
        for (number, &word) in halves.chunks(size).zip(&results[2]) {
            let bits = u16::from_le_bytes([number[0], number.get(1).copied().unwrap_or(0)]);
            let wanted = match of {
                "int8_t" => i32::from(bits as i8) as u32,
                "int16_t" => i32::from(bits as i16) as u32,
                "float16_t" if half::f16::from_bits(bits).is_nan() => {
                    assert!(f32::from_bits(word).is_nan());
                    continue;
                }
                "float16_t" => half::f16::from_bits(bits).to_f32().to_bits(),
                _ => bits.into(),
            };
            assert_eq!(word, wanted, "{of} {bits:#x}");
        }
    }
}

#[test]
fn neighbours_in_a_word_keep_theirs() {
    // 5 lanes for each group: words are shared by lanes of one warp, of two warps, and of two groups.
    let text = "layout(local_size_x = 5) in;
        layout(std430, binding = 0) buffer A { uint8_t a[]; };
        layout(std430, binding = 1) buffer B { uint16_t before; uint16_t b[]; };
        void main() {
            uint i = gl_GlobalInvocationID.x;
            a[i] = uint8_t(i * 7u + 1u);
            if (i % 3u != 0u) b[i] = uint16_t(i * 1001u);
        }";
    let results = run_all_widths(text, 41, &[("A", &[u32::MAX; 52]), ("B", &[0x5a5a_5a5a; 104])]);
    let a: Vec<u8> = (0..208u32).map(|i| if i < 205 { (i * 7 + 1) as u8 } else { 255 }).collect();
    assert_eq!(words_to_bytes(&results[0]), a);
    let b = (0..208u32).map(|at| match at.checked_sub(1) {
        Some(i) if i < 205 && i % 3 != 0 => (i * 1001) as u16,
        _ => 0x5a5a,
    });
    assert_eq!(words_to_bytes(&results[1]), b.flat_map(u16::to_le_bytes).collect::<Vec<u8>>());
}

#[test]
fn structs_of_mixed_members() {
    // The offsets follow the rules of std430 and std140, written down by hand.
    for (layout, block, places, stride) in
        [("std430", "buffer", [0, 2, 4, 8, 16, 24, 28], 32), ("std140", "uniform", [0, 2, 4, 8, 16, 24, 28], 32)]
    {
        let open = if block == "buffer" { "" } else { "4" };
        let text = format!(
            "struct S {{ int8_t a; float16_t b; u8vec3 c; u8vec4 d; double e; float f; i16vec2 g; }};
            layout(local_size_x = 2) in;
            layout({layout}, binding = 0) {block} A {{ S a[{open}]; }};
            layout(std430, binding = 1) buffer B {{ S b[]; }};
            layout(std430, binding = 2) buffer R {{ uint r[]; }};
            void main() {{
                uint i = gl_GlobalInvocationID.x;
                S s = a[i];
                r[i * 8u] = uint(int(s.a)); r[i * 8u + 1u] = floatBitsToUint(float(s.b));
                r[i * 8u + 2u] = uint(s.c.x) | uint(s.c.y) << 8 | uint(s.c.z) << 16;
                r[i * 8u + 3u] = uint(s.d.w) | uint(a[i].d[i % 4u]) << 8;
                r[i * 8u + 4u] = uint(s.e); r[i * 8u + 5u] = uint(s.f);
                r[i * 8u + 6u] = uint(int(s.g.y)); r[i * 8u + 7u] = uint(b.length());
                b[3u - i] = a[i];
            }}"
        );
        let mut given = vec![0xee_u8; 4 * stride];
        for i in 0..4u8 {
            let mut put = |member: usize, bytes: &[u8]| {
                let at = usize::from(i) * stride + places[member];
                given[at..at + bytes.len()].copy_from_slice(bytes);
            };
            put(0, &[200 + i]);
            put(1, &half::f16::from_f32(1.5 + f32::from(i)).to_le_bytes());
            put(2, &[10 + i, 20, 30]);
            put(3, &[40, 50 + i, 60, 70 + i]);
            put(4, &(1000.0 + f64::from(i)).to_le_bytes());
            put(5, &(7.0 + f32::from(i)).to_le_bytes());
            put(6, &[(-5 - i16::from(i)).to_le_bytes(), (-300 - i16::from(i)).to_le_bytes()].concat());
        }
        let results = run_all_widths(&text, 2, &[("A", &bytes_to_words(&given)), ("B", &[0; 32]), ("R", &[0; 32])]);
        for i in 0..4u32 {
            let d = [40, 50 + i, 60, 70 + i];
            let wanted = [
                i32::from((200 + i as u8) as i8) as u32,
                (1.5 + i as f32).to_bits(),
                (10 + i) | 20 << 8 | 30 << 16,
                d[3] | d[i as usize] << 8,
                1000 + i,
                7 + i,
                (-300 - i as i32) as u32,
                4,
            ];
            assert_eq!(results[2][i as usize * 8..][..8], wanted, "{layout} {i}");
        }
        let copied = words_to_bytes(&results[1]);
        for (member, size) in [1, 2, 3, 4, 8, 4, 4].into_iter().enumerate() {
            for i in 0..4 {
                let from = &given[i * stride + places[member]..][..size];
                assert_eq!(&copied[(3 - i) * stride + places[member]..][..size], from, "{layout} {member} {i}");
            }
        }
    }
}

#[test]
fn a_counter_beside_bytes_and_shared_bytes() {
    let text = "layout(local_size_x = 8) in;
        layout(std430, binding = 0) buffer A { uint8_t kind; uint count; uint8_t list[3]; uint sums[2]; f16vec2 rest[]; };
        shared uint8_t turned[8];
        void main() {
            uint lane = gl_LocalInvocationIndex;
            turned[lane] = uint8_t(lane * 40u);
            barrier();
            atomicAdd(count, uint(turned[7u - lane]));
            atomicMax(sums[lane % 2u], uint(turned[lane]));
            rest[gl_GlobalInvocationID.x] = f16vec2(lane, -0.5);
        }";
    let mut start = [0; 6 + 16];
    (start[0], start[2]) = (0x0102_0304, 0x0807_0605);
    let results = run_all_widths(text, 2, &[("A", &start)]);
    let each: u32 = (0..8u32).map(|lane| lane * 40 % 256).sum();
    assert_eq!(
        results[0][..5],
        [start[0], 2 * each, start[2], find_largest_value(0).unwrap(), find_largest_value(1).unwrap()]
    );
    for i in 0..16 {
        let lane = half::f16::from_f32((i % 8) as f32).to_bits();
        assert_eq!(results[0][5 + i], u32::from(lane) | 0xb800 << 16);
    }
}

fn find_largest_value(odd: u32) -> Option<u32> {
    (0..8u32).filter(|lane| lane % 2 == odd).map(|lane| lane * 40 % 256).max()
}

#[test]
fn what_is_out_of_range_reads_zero_and_stores_nothing() {
    let text = "layout(local_size_x = 16) in;
        layout(std430, binding = 0) buffer A { uint16_t few[3]; uint8_t a[]; };
        layout(std430, binding = 1) buffer R { uint r[]; };
        void main() {
            uint i = gl_GlobalInvocationID.x;
            r[i] = uint(few[i]) | uint(a[i]) << 16 | uint(a.length()) << 24;
            a[i + 4u] = uint8_t(9);
        }";
    let given = bytes_to_words(&[1, 0, 2, 0, 3, 0, 4, 5, 6, 7, 8, 10]);
    let results = run_kernel_with(&format!("{HEAD}{text}"), 1, &[], &[("A", &given), ("R", &[0; 16])], false, 32);
    for (i, got) in results[1].iter().enumerate() {
        let few = [1, 2, 3].get(i).copied().unwrap_or(0);
        let a = [4, 5, 6, 7, 8, 10].get(i).copied().unwrap_or(0);
        assert_eq!(*got, few | a << 16 | 6 << 24, "{i}");
    }
    assert_eq!(words_to_bytes(&results[0]), [1, 0, 2, 0, 3, 0, 4, 5, 6, 7, 9, 9]);
}

#[test]
fn blocks_without_them_have_the_code_that_they_had() {
    use super::super::super::assembly::Instruction;
    let text = "layout(local_size_x = 4) in;
        layout(std430, binding = 0) buffer A { vec4 a[]; };
        layout(std430, binding = 1) buffer B { u8vec4 b[]; };
        void main() { a[gl_GlobalInvocationID.x] = vec4(b[gl_GlobalInvocationID.x]); }";
    let assembly = super::lower_checked(gristmill_shader::Stage::Compute, &format!("{HEAD}{text}"), false).unwrap();
    verify::assert_sound(&assembly);
    assert_eq!(super::count_instructions(&assembly, |made| matches!(made, Instruction::Store { words: 4, .. })), 1);
    assert_eq!(super::count_instructions(&assembly, |made| matches!(made, Instruction::LoadNarrow { .. })), 4);
    assert_eq!(
        super::count_instructions(&assembly, |made| matches!(
            made,
            Instruction::Load { .. } | Instruction::StoreNarrow { .. }
        )),
        0
    );
}
