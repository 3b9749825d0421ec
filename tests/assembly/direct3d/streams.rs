//! Token streams: each is read as the text that it was made of, and computes the same.

use super::assembler::{assemble, constant_table, to_bytes};
use super::{file_name, run_shader};
use gristmill::check::{KernelCheck, LaunchOptions, program_counts};

/// Shaders in the form of the listings.
pub const SHADERS: [&str; 40] = [
    "ps_1_1\nmov r0, v0\n",
    "ps_1_1\ntex t0\nmul_x2 r0, t0, v0\n",
    "ps_1_1\ntex t0\ntexbem t1, t0\nmov_sat r0, t1\n",
    "ps_1_1\ndef c0, 0.5, -0.25, 1, 0\ntexcoord t0\nmad_d2 r0.xyz, t0, c0, v1\n+ mov r0.w, 1-t0.w\n",
    "ps_1_1\ntex t0\ntexm3x3pad t1, t0_bx2\ntexm3x3pad t2, t0_bx2\ntexm3x3spec t3, t0_bx2, c0\nmov r0, t3\n",
    "ps_1_1\ntex t0\ntexreg2ar t1, t0\ntexkill t2\nlrp r0, v0, t0, t1\n",
    "ps_1_2\ntex t0\ntexdp3tex t1, t0_bx2\ncmp r0, t1_bias, c0, c1\n",
    "ps_1_3\ntex t0\ntexm3x2pad t1, t0\ntexm3x2depth t2, t0\nmov r0, v0\n",
    "ps_1_3\ndp4_sat r0, c0, c1\ncnd r0, r0.w, c0, c1\n",
    "ps_1_4\ntexld r0, t0.xyw\ntexcrd r1.xyz, t1\nmov r2.xyz, -r0_bx2\nphase\ntexld r3, r2_dz\nadd_x8 r0, r3_x2, v0.z\n",
    "ps_1_4\ntexld r0, t0_dw.xyw\nadd_d8_sat r0, 1-r0, c1\n",
    "ps_1_4\ntexcrd r5.xyz, t0\nphase\ntexdepth r5\nmov r0, c0\n",
    "ps_2_0\ndcl t0.xy\ndcl_2d s0\ntexld r0, t0, s0\nmov oC0, r0\n",
    "ps_2_0\ndcl_pp t3\ndcl v1\ndcl_volume s2\ntexldp_pp r0, t3, s2\nmul_sat r0, r0, v1\nmov oC0, r0\n",
    "ps_2_0\ndef c1, 0.1, 2.5, -30, 0.00001\nmov r0, c1.wzyx\nnrm r1, r0\nrcp r1.w, r1.x\nmov oC0, r1\nmov oDepth, r1.w\n",
    "ps_2_0\nsincos r0.xy, c0.x, c1, c2\npow r0.z, c0.y, c0.w\nlog r0.w, c0.z\nmov oC0, r0\n",
    "ps_2_0\ndcl_cube s1\ndcl t0.xyz\ntexldb r0, t0, s1\ntexkill r0\nm3x3 r1.xyz, r0, c4\nmov r1.w, r0.w\nmov oC0, r1\n",
    "ps_2_0\nmov r0, c0\nlrp r1, r0, c1, r0\ncmp r1, -r1, c2, r0\ndp2add r1.x, r0, c0, r0.z\nmov oC0, r1\nmov oC1, r0\n",
    "ps_2_x\nmov r0, c0\nsetp_gt p0, r0, c0.yzxw\n(!p0.x) add r0, r0, c1\nmov oC0, r0\n",
    "ps_2_x\ndefi i0, 3, 0, 0, 0\ndefb b1, true\nmov r0, c0\nrep i0\nadd r0, r0, c1\nbreak_ge r0.x, c1.y\nendrep\nif !b1\nmov r0, c1\nendif\nmov oC0, r0\n",
    "ps_2_x\nmov r0, c0\ncallnz l0, b0\nmov oC0, r0\nret\nlabel l0\nadd r0, r0, c1\nret\n",
    "ps_2_x\ndcl t0\ndcl_2d s0\ndsx r0, t0\ndsy r1, t0\ntexldd r0, t0, s0, r0, r1\nmov oC0, r0\n",
    "ps_3_0\ndcl_texcoord v0.xy\ndcl_color1 v1\ndcl vPos.xy\ndcl vFace\ndcl_2d s0\ntexld r0, v0, s0\nmad oC0, r0_abs, vFace, -v1_abs\n",
    "ps_3_0\ndcl_texcoord3_centroid v9\ndcl_normal2 v0\nmov r0, v9\nadd oC0, r0.wwxz, v0\nmov oDepth, r0.x\n",
    "ps_3_0\ndcl_texcoord v0\ndcl_texcoord1 v1\ndefi i0, 2, 0, 1, 0\nmov r0, c0\nloop aL, i0\nadd r0, r0, v0[aL]\nbreakp p0.x\nendloop\nmov oC0, r0\n",
    "ps_3_0\nmov r0, c0\nif_lt r0.x, c0.y\nmov r0, c1\nelse\nif_ne r0.x, r0.y\nmov r0, c2\nendif\nendif\nmov oC0, r0\n",
    "ps_3_0\ndcl_2d s3\nmov r0, c0\ntexldl r0.xz, r0, s3.wzyx\nmov_pp_sat oC3, r0\n",
    "vs_1_1\ndcl_position v0\nm4x4 oPos, v0, c0\n",
    "vs_1_1\ndcl_position v0\ndcl_texcoord7 v15\nmov a0.x, v15.y\nmov oT0.xy, v15\nadd oPos, v0, c12[a0.x]\nmov oFog, v0.z\nmov oPts, v0.w\nmov oD0, c1\n",
    "vs_1_1\ndef c95, 1, 2, 3, 4\nexpp r0, c95.w\nlogp r1, c95.y\nlit r2, c95\ndst r3, r0, r1\nfrc r4.xy, r2\nsge r5, r4.x, r3\nmov oPos, r5\n",
    "vs_1_1\ndcl_blendweight v1\ndcl_blendindices v2\ndcl_psize v3\nslt r0, v1, c0\nmad r0, v2.yzxw, c0.w, r0\nmin oPos, r0, v3\n",
    "vs_2_0\ndcl_tangent v4\nmova a0.yw, v4\nadd r0, c3[a0.w], v4\nmul oPos, r0, c3[a0.y]\n",
    "vs_2_0\ndefi i15, 4, 1, 2, 0\nmov r0, c0\nloop aL, i15\nadd r0, r0, c9[aL]\nendloop\nmov oPos, r0\n",
    "vs_2_0\nmov r0, c0\nmov r1, r0\nsgn r2, r0, r3, r4\ncrs r1.xyz, r0, r2\nabs oPos, r1\n",
    "vs_2_0\nmov oPos, c0\ncall l15\nret\nlabel l15\nmov oD1.xyz, c1\nret\n",
    "vs_2_x\nmov r0, c0\nsetp_le p0.xy, r0, c0.x\n(p0) mov r0, c1\nif p0.y\nrcp r0.x, r0.y\nendif\nmov oPos, r0\n",
    "vs_2_x\nmov r0, c0\nrep i0\nrep i1\nbreak\nendrep\nendrep\nrsq oPos, r0.w\n",
    "vs_3_0\ndcl_position v0\ndcl_position o0\ndcl_texcoord o1.xy\ndcl_fog o1.w\nmov o0, v0\nmov_sat o1.xyw, -v0_abs\n",
    "vs_3_0\ndcl_position o0\ndcl_color o3\ndcl_2d s0\nmov r0, c0\ntexldl r1, r0, s0\nmov o0, r1\nsincos r0.xy, r1.x\nmov o3, r0\n",
    "vs_3_0\ndcl_position o0\ndcl_texcoord o1\ndcl_texcoord1 o2\ndefi i0, 2, 0, 1, 0\nmov o0, c0\nloop aL, i0\nmov o1[aL], c8[aL]\nendloop\n",
];

#[test]
fn a_stream_is_read_as_its_text() {
    for text in SHADERS {
        // Rules are not checked here: some of these leave a register open.
        let kernel = KernelCheck::stream(file_name(text), &to_bytes(&assemble(text)));
        let kernel = kernel.unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(kernel.text(), text);
        let own = program_counts(file_name(text), text).map_err(|error| error.to_string());
        let listed = program_counts(file_name(text), kernel.text()).map_err(|error| error.to_string());
        assert_eq!(listed, own, "{text}");
    }
    let taken = SHADERS
        .iter()
        .filter(|text| program_counts(file_name(text), text).is_ok())
        .count();
    assert!(taken >= 36, "{taken} of 40 are right");
}

#[test]
fn constants_have_the_names_of_the_table() {
    let mut tokens = assemble("ps_2_0\ndcl t0.xy\ndcl_2d s0\ntexld r0, t0, s0\nmad r0, r0, c0.x, c2\nmov oC0, r0\n");
    let table = constant_table(&[("scale", 2, 0, 1), ("rows", 2, 1, 2), ("image", 3, 0, 1)]);
    tokens.splice(1..1, table);
    let kernel = KernelCheck::stream("shader.psh", &to_bytes(&tokens)).unwrap();
    assert!(kernel.text().contains("//   rows c1 2\n"), "{}", kernel.text());
    let launch = LaunchOptions::new().size([1, 1]).option("uniform", "scale=2,0,0,0").unwrap();
    let launch = launch.option("uniform", "rows[1]=1,2,3,4").unwrap();
    let texels =
        gristmill::check::Texels::new("rgba32f", [1, 1, 1], [1.0_f32, 2.0, 3.0, 4.0].map(f32::to_bits).to_vec());
    let launch = launch.texture("image", texels);
    assert_eq!(run_shader(kernel.text(), &launch, "oC0"), [[3.0, 6.0, 9.0, 12.0]]);
}

#[test]
fn a_wrong_stream_is_refused_by_its_token() {
    let whole = assemble("ps_2_0\ndcl t0\nmov r0, t0\nmov oC0, r0\n");
    let refused = |tokens: &[u32]| KernelCheck::stream("a.psh", &to_bytes(tokens)).unwrap_err().to_string();
    for length in 1..whole.len() {
        let error = refused(&whole[..length]);
        assert!(error.contains("found the end of the stream"), "{length}: {error}");
    }
    assert_eq!(
        refused(&whole[..4]),
        "a.psh: token 4 at byte 16: expected an instruction, found the end of the stream; it is cut short, so compile it anew"
    );
    let changed = |place: usize, token: u32| {
        let mut tokens = whole.clone();
        tokens[place] = token;
        refused(&tokens)
    };
    for (place, token, sentence) in [
        (0, 0xffff_0500, "expected the token of a version"),
        (4, 0x0200_00fe, "expected an instruction of ps_2_0"),
        (4, 0x0300_0001, "expected 2 tokens after mov, found a length of 3"),
        (5, 0x000f_0000, "expected an operand of ps_2_0"),
        (5, 0x8000_0000, "expected a mask with a component"),
        (6, 0xbfe4_0000, "expected a modifier from 0 to 13"),
    ] {
        let error = changed(place, token);
        assert!(error.contains(sentence) && error.contains(&format!("byte {}", 4 * place)), "{error}");
    }
    let twice = [whole.clone(), whole.clone()].concat();
    assert!(refused(&twice).contains("a file has one shader"));
    let odd = [to_bytes(&whole), vec![7]].concat();
    assert!(
        KernelCheck::stream("a.psh", &odd)
            .unwrap_err()
            .to_string()
            .contains("found 1 more")
    );
}

#[test]
fn a_file_of_tokens_is_known_by_its_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("red.ps");
    std::fs::write(&path, to_bytes(&assemble("ps_2_0\nmov oC0, c0\n"))).unwrap();
    let kernel = KernelCheck::file(&path).unwrap();
    assert_eq!(kernel.text(), "ps_2_0\nmov oC0, c0\n");
    assert!(kernel.compile().is_ok());
}
