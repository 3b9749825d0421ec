//! Every kernel file of the project.

use super::super::lower_stage;
use super::verify;
use gristmill_base::includes::IncludeRequest;
use gristmill_shader::{SourceFile, Stage, compile_stage, expand};
use std::borrow::Cow;
use std::path::Path;

fn read_kernel(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap()
}

#[test]
fn every_kernel_lowers() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut kernels = 0;
    for (folder, includes) in [
        ("fragment_kernels", ["kernel_includes", "fragment_kernels/include"]),
        ("compute_kernels", ["kernel_includes", "compute_kernels/include"]),
    ] {
        let parts = std::fs::read_dir(root.join(folder)).unwrap().map(|part| part.unwrap().path());
        for path in parts
            .flat_map(|part| std::fs::read_dir(part).unwrap())
            .map(|entry| entry.unwrap().path())
        {
            let stage = match path.extension().and_then(|ending| ending.to_str()) {
                Some("vert") => Stage::Vertex,
                Some("frag") => Stage::Fragment,
                Some("comp") => Stage::Compute,
                _ => continue,
            };
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            let file = SourceFile { name: name.clone(), text: Cow::Owned(read_kernel(&path)) };
            let text_of = |wanted: &str| {
                let mut places = includes.iter().map(|folder| root.join(folder).join(wanted));
                Some(Cow::Owned(read_kernel(&places.find(|place| place.exists())?)))
            };
            let lookup = |request: &IncludeRequest| request.find_text(text_of).map(Ok);
            let expanded = expand(&file, stage, &lookup, &[]).unwrap_or_else(|error| panic!("{error}"));
            let spirv = compile_stage(&expanded).unwrap_or_else(|error| panic!("{error}"));
            for watched in [false, true] {
                let assembly = lower_stage(&expanded, &spirv, watched).unwrap_or_else(|error| panic!("{error}"));
                verify::assert_sound(&assembly);
                println!(
                    "{name}: {} instructions, {} registers ({} constants)",
                    assembly.instructions.len(),
                    assembly.registers,
                    assembly.constants.len()
                );
                // Values that are not live at once share registers, so a long kernel needs far fewer than it has instructions. In watched
                // code each variable of each call has registers of its own.
                let long = assembly.instructions.len();
                // Arrays of a lane are live all the time.
                let own = match name.as_str() {
                    "histogram_private.comp" | "sort_count.comp" | "sort_scatter.comp" => 512,
                    "fft_registers.comp" | "jacobi_strips.comp" | "life_generations.comp" => 1_024,
                    _ => 0,
                };
                let most = own + if watched { 300.max(long * 3 / 4) } else { 250.max(long / 2) } as u32;
                assert!(assembly.registers < most, "{name} needs {} registers", assembly.registers);
            }
            kernels += 1;
        }
    }
    assert!(kernels > 50, "{kernels} kernels");
}
