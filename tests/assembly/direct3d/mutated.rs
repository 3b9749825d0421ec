//! Shaders with random faults, as text and as tokens: each is refused with a place in it, or is right.
//! Nothing panics. `GRISTMILL_MUTANTS` says how many.

use super::assembler::{assemble, to_bytes};
use super::file_name;
use crate::random_numbers::Numbers;
use gristmill::Error;
use gristmill::check::{KernelCheck, program_counts};

/// Right shaders to begin with.
const SHADERS: [&str; 8] = [
    "ps_1_1\ndef c0, 0.5, -0.25, 1, 0\ntex t0\ntexm3x2pad t1, t0\ntexm3x2tex t2, t0\nmad_x2_sat r0.xyz, t0_bx2, c0, v1\n+ mov r0.w, 1-t2.w\n",
    "ps_1_4\ntexld r0, t0.xyw\ntexcrd r1.xyz, t1\nmov r2.xyz, -r0_bx2\nphase\ntexld r3, r2_dz\nadd_x8 r0, r3_x2, v0.z\n",
    "ps_2_0\ndcl t0.xy\ndcl v1\ndcl_2d s0\ndef c1, 1, 2, 3, 4\ntexld r0, t0, s0\nnrm r1, r0\nrcp r1.w, r0.x\nmul r0, r1, v1\nmov oC0, r0\n",
    "ps_2_x\nmov r0, c0\nsetp_gt p0, r0, c0.yzxw\n(!p0.x) add r0, r0, c1\ncallnz l0, b0\nmov oC0, r0\nret\nlabel l0\nadd r0, r0, c1\nret\n",
    "ps_3_0\ndcl_texcoord v0\ndcl_texcoord1 v1\ndcl_2d s0\ndefi i0, 2, 0, 1, 0\nmov r0, c0\nloop aL, i0\nadd r0, r0, v0[aL]\nbreak_gt r0.x, c0.y\nendloop\ntexldl r1, r0, s0\nmov oC0, r1_abs\n",
    "vs_1_1\ndcl_position v0\ndcl_texcoord v1\nmov a0.x, v1.y\nmov oT0.xy, v1\nlit r0, v0\nm4x4 oPos, v0, c4\nmov oD0, c12[a0.x]\n",
    "vs_2_x\ndcl_position v0\nmov r0, v0\nif b0\nrep i0\nadd r0, r0, c1\nendrep\nelse\nmova a0.xy, r0\nmov r0, c3[a0.y]\nendif\nmov oPos, r0\n",
    "vs_3_0\ndcl_position v0\ndcl_position o0\ndcl_texcoord o1.xy\ndcl_fog o1.w\nmov o0, v0\nmov_sat o1.xyw, -v0_abs\n",
];

/// The pieces that a fault puts in.
const PIECES: [&str; 28] = [
    ",",
    ".x",
    ".xyzw",
    "[",
    "]",
    "-",
    "1-",
    "_sat",
    "_bx2",
    "\n",
    "r1",
    "c0",
    "c[a0.x]",
    "aL",
    "p0",
    "(p0) ",
    "\n+ ",
    "mov r0, c0\n",
    "phase\n",
    "endif\n",
    "rep i0\n",
    "ps_2_0\n",
    "def c0, 1, 2, 3, 4\n",
    "99999999999",
    "\u{e9}",
    ";",
    "/*",
    "1.#INF",
];

fn count_mutants() -> usize {
    let said = std::env::var("GRISTMILL_MUTANTS").ok().and_then(|count| count.parse().ok());
    said.unwrap_or(20_000)
}

/// A text with a few faults.
fn break_text(text: &str, numbers: &mut Numbers) -> String {
    let mut broken = text.to_string();
    for _ in 0..1 + numbers.below(3) {
        let boundary = |at: usize| (0..=at).rev().find(|at| broken.is_char_boundary(*at)).unwrap_or(0);
        let at = boundary(7 + numbers.below(broken.len().saturating_sub(7)));
        let length = [0, 0, 1, 2, 5, 20][numbers.below(6)];
        let end = boundary((at + length).min(broken.len())).max(at.min(broken.len()));
        let piece = if numbers.below(3) > 0 { PIECES[numbers.below(PIECES.len())] } else { "" };
        broken.replace_range(at.min(end)..end, piece);
    }
    broken
}

/// Judges a shader; returns true if it is right.
fn judge(text: &str, compiles: bool) -> bool {
    let name = file_name(text);
    match program_counts(name, text) {
        Err(Error::Source { report, .. }) => {
            assert!(report.contains(&format!("{name}:")), "{report}");
            false
        }
        Err(error) => panic!("{error}\n{text}"),
        Ok(_) => {
            if compiles {
                match KernelCheck::source(name, text).compile() {
                    Ok(_) | Err(Error::Limit { .. }) => {}
                    Err(error) => panic!("{error}\n{text}"),
                }
            }
            true
        }
    }
}

#[test]
fn broken_texts_are_refused_or_right() {
    let mut numbers = Numbers(0x5eed_1234_5678_9abc);
    let (mut refused, mut right) = (0, 0);
    let count = count_mutants();
    for turn in 0..count {
        let own = SHADERS[turn % SHADERS.len()];
        let text = if turn < SHADERS.len() { own.to_string() } else { break_text(own, &mut numbers) };
        let is_right = judge(&text, turn < SHADERS.len() || turn % 64 == 1);
        assert!(is_right || turn >= SHADERS.len(), "{text}");
        if is_right { right += 1 } else { refused += 1 }
    }
    println!("{count} texts: {refused} refused, {right} right");
    assert!(refused > count / 2 && right > count / 100, "{refused} refused, {right} right");
}

#[test]
fn broken_streams_are_refused_or_right() {
    let streams = SHADERS.map(assemble);
    let mut numbers = Numbers(0x1234_5eed_9abc_5678);
    let (mut refused, mut listed, mut right) = (0, 0, 0);
    let count = count_mutants();
    for turn in 0..count {
        let mut tokens = streams[turn % streams.len()].clone();
        for _ in 0..1 + numbers.below(2) {
            let place = 1 + numbers.below(tokens.len() - 1);
            match numbers.below(5) {
                0 => tokens[place] ^= 1 << numbers.below(32),
                1 => tokens[place] = tokens[numbers.below(tokens.len())],
                2 => tokens[place] = numbers.below(1 << 32) as u32,
                3 => drop(tokens.remove(place)),
                _ => tokens.insert(place, [0xfffd, 0xfffe, 0x7fff_fffe, 0xffff, 1 << 31][numbers.below(5)]),
            }
            if tokens.len() < 3 {
                break;
            }
        }
        match KernelCheck::stream("shader.psh", &to_bytes(&tokens)) {
            Err(Error::Data { .. }) => refused += 1,
            Err(error) => panic!("{error}"),
            Ok(kernel) => {
                listed += 1;
                right += usize::from(judge(kernel.text(), turn % 64 == 1));
            }
        }
    }
    println!("{count} streams: {refused} refused, {listed} listed, of which {right} right");
    assert!(refused > count / 4 && right > count / 100, "{refused} refused, {listed} listed, {right} right");
}
