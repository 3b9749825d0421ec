//! Broken SPIR-V: the result is an error or sound code, never a panic or an endless loop.

use super::super::lower_stage;
use super::{expand_kernel, verify};
use gristmill_base::random::pcg;
use gristmill_shader::{Stage, compile_stage};

const KERNELS: [(Stage, &str); 3] = [
    (
        Stage::Compute,
        "#version 430 core
        layout(local_size_x = 8) in;
        struct Light { vec3 position; float power[2]; mat3x2 m; };
        uniform Light lights[2];
        uniform sampler2D maps[2];
        layout(rgba32f) uniform image2D picture;
        layout(std430) buffer B { int n; Light items[]; } b[2];
        layout(std140) uniform U { mat4 t; bool q; };
        shared float block[8];
        int f(inout float x, out vec2 y, sampler2D s) {
            if (x > 1.0) return 1;
            y = texture(s, vec2(x)).xy; y[int(x)] = 2.0;
            return 0;
        }
        void main() {
            uint i = gl_LocalInvocationIndex;
            block[i] = lights[i].position[i] + b[i].items[i].m[i].x;
            barrier();
            float a = block[7u - i]; vec2 y;
            switch (f(a, y, maps[i])) { case 0: a = 1.0; case 1: a = 2.0; break; default: a = 3.0; }
            for (int j = 0; j < 10; j++) { if (j == 4 && a > y.x || q) continue; if (j == 7) break; a += y[j % 2]; }
            int e; float m = frexp(a, e);
            b[0].items[i] = b[1].items[0];
            atomicAdd(b[0].n, e);
            imageStore(picture, ivec2(i), t * vec4(m, e, b[0].items.length(), determinant(mat3(t))));
        }",
    ),
    (
        Stage::Fragment,
        "#version 420 core
        in vec3 normal; flat in int which; uniform sampler2DShadow shade; uniform samplerCube sky;
        out vec4 colours[2];
        void main() {
            vec3 n = normalize(normal + dFdx(normal));
            if (which > 3) discard;
            colours[which & 1] = texture(sky, reflect(n, normal), 0.5) * textureProj(shade, vec4(n, 1.0));
            colours[0].x += float(textureSize(sky, which).x) + textureGrad(sky, n, n, n).y;
            vec3 list[4]; for (int i = 0; i < 4; i++) list[i] = n * float(i);
            colours[1] = vec4(list[which], unpackHalf2x16(packHalf2x16(n.xy)).x);
        }",
    ),
    (
        Stage::Vertex,
        "#version 330 core
        layout(location = 0) in vec3 position; out Out { mat2 m; flat ivec3 cell; } result;
        uniform mat4 view;
        void main() {
            gl_Position = view * vec4(position, 1.0) + float(gl_VertexID); gl_PointSize = 2.0;
            result.m = mat2(position.xy, position.yz); result.cell = ivec3(position);
        }",
    ),
];

/// A source of random numbers.
struct MutationRng(u32);

impl MutationRng {
    fn new(seed: u32) -> MutationRng {
        MutationRng(seed)
    }

    fn random_below(&mut self, limit: u32) -> u32 {
        self.0 = self.0.wrapping_add(1);
        pcg(self.0) % limit.max(1)
    }
}

fn lower_mutations(
    stage: Stage,
    words: &[u32],
    rounds: u32,
    mut change: impl FnMut(&mut MutationRng, &mut Vec<u32>),
    text: &str,
) -> (u32, u32) {
    let expanded = expand_kernel(stage, text);
    let mut right = 0;
    let mut wrong = 0;
    let seed = std::env::var("SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(7);
    let mut random = MutationRng::new(seed);
    for _ in 0..rounds {
        let mut words = words.to_vec();
        change(&mut random, &mut words);
        for watched in [false, true] {
            match lower_stage(&expanded, &words, watched) {
                Ok(assembly) => {
                    verify::assert_sound(&assembly);
                    right += 1;
                }
                Err(_) => wrong += 1,
            }
        }
    }
    (right, wrong)
}

#[test]
fn changed_words() {
    for (stage, text) in KERNELS {
        let words = compile_stage(&expand_kernel(stage, text)).unwrap();
        let rounds = std::env::var("ROUNDS")
            .ok()
            .and_then(|rounds| rounds.parse().ok())
            .unwrap_or(700);
        let (right, wrong) = lower_mutations(
            stage,
            &words,
            rounds,
            |random, words| {
                let length = words.len() as u32;
                for _ in 0..1 + random.random_below(3) {
                    let at = 5 + random.random_below(length - 5) as usize;
                    words[at] = match random.random_below(5) {
                        0 => words[at] ^ (1 << random.random_below(32)),
                        1 => random.random_below(words[3].min(1 << 20) + 2),
                        2 => words[at].wrapping_add(1),
                        3 => words[5 + random.random_below(length - 5) as usize],
                        _ => [0, u32::MAX, 0x7fff_ffff, 1000, 70_000][random.random_below(5) as usize],
                    };
                }
            },
            text,
        );
        println!("{stage}: {right} lowered, {wrong} refused");
        assert!(right > 0 && wrong > 0);
    }
}

#[test]
fn words_cut_off() {
    for (stage, text) in KERNELS {
        let words = compile_stage(&expand_kernel(stage, text)).unwrap();
        let length = words.len() as u32;
        lower_mutations(stage, &words, 300, |random, words| words.truncate(random.random_below(length) as usize), text);
    }
}

#[test]
fn no_words() {
    let expanded = expand_kernel(Stage::Compute, KERNELS[0].1);
    for words in [&[][..], &[0x0723_0203], &[0x0723_0203, 0x10000, 0, 8, 0], &[1, 2, 3, 4, 5, 6, 7]] {
        assert!(lower_stage(&expanded, words, false).is_err());
    }
}
