//! Chromium refuses a `barrier()` after a condition on a private variable, so a stage's function reads none.

use gristmill_shader::{SourceFile, Stage, compile, expand};
use gristmill_webgpu::{TranslationOptions, translate_kernel};

const TEXT: &str = "#version 430 core
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Numbers { float numbers[]; };
shared float held[64];
uint half_way;
void main() {
    half_way = 32u;
    if (gl_WorkGroupID.x > 3u) return;
    held[gl_LocalInvocationIndex] = numbers[gl_LocalInvocationIndex];
    barrier();
    numbers[gl_LocalInvocationIndex] += held[(gl_LocalInvocationIndex + half_way) % 64u];
}
";

#[test]
fn a_stage_reads_no_private_variable() {
    let source = SourceFile { name: "halves.comp".to_string(), text: TEXT.into() };
    let kernel = expand(&source, Stage::Compute, &|_| None, &[]).unwrap();
    let module = compile(&[&kernel]).unwrap();
    let translated = translate_kernel(&module.spirv, &[&kernel], &TranslationOptions::default()).unwrap();
    let wgsl = &translated.stages[0].wgsl;
    let privates: Vec<&str> = wgsl
        .lines()
        .filter_map(|line| line.strip_prefix("var<private> ")?.split(':').next())
        .collect();
    let own = wgsl.split("fn main_1(").nth(1).unwrap().split("@compute").next().unwrap();
    assert!(own.starts_with("gl_"), "{wgsl}");
    let words: Vec<&str> = own.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
    let read: Vec<_> = privates.iter().filter(|name| words.contains(name)).collect();
    assert!(read.is_empty(), "{read:?} in {wgsl}");
    assert!(words.contains(&"half_way"), "{wgsl}");
}
