//! The library's kernel files, read from the tree and expanded.

use gristmill_base::includes::IncludeRequest;
use gristmill_shader::{ExpandedKernel, SourceFile, Stage, expand};
use std::borrow::Cow;
use std::path::{Path, PathBuf};

fn find_root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The kernels of a stage, by the paths of their files from the root: those of the museum are of other languages. A
/// fragment kernel comes with the vertex kernel of its name.
pub fn list_kernels(ending: &str) -> Vec<Vec<String>> {
    let era = if ending == "comp" { "compute_kernels" } else { "fragment_kernels" };
    let mut kernels = vec![];
    for part in std::fs::read_dir(find_root().join(era)).unwrap() {
        let part = part.unwrap().path();
        if part.ends_with("include") || part.ends_with("museum") {
            continue;
        }
        for file in std::fs::read_dir(part).unwrap() {
            let file = file.unwrap().path();
            if file.extension().is_none_or(|found| found != ending) {
                continue;
            }
            let path = file.strip_prefix(find_root()).unwrap().to_string_lossy().into_owned();
            let vertex = path.replace(".frag", ".vert");
            let pair = ending == "frag" && find_root().join(&vertex).exists();
            kernels.push(if pair { vec![path, vertex] } else { vec![path] });
        }
    }
    kernels.sort();
    kernels
}

/// Reads the stages of a kernel, a vertex stage first.
pub fn read_kernel(paths: &[String]) -> Vec<ExpandedKernel> {
    paths.iter().rev().map(|path| read_stage(path)).collect()
}

fn read_stage(path: &str) -> ExpandedKernel {
    let stage = match path.rsplit('.').next() {
        Some("comp") => Stage::Compute,
        Some("vert") => Stage::Vertex,
        _ => Stage::Fragment,
    };
    let folder = if stage == Stage::Compute { "compute_kernels/include" } else { "fragment_kernels/include" };
    let includes = |request: &IncludeRequest| {
        let found = request.find_text(|name| {
            let places = [format!("kernel_includes/{name}"), format!("{folder}/{name}")];
            let found = places
                .iter()
                .find_map(|place| std::fs::read_to_string(find_root().join(place)).ok());
            found.map(Cow::Owned)
        });
        found.map(Ok)
    };
    let text = std::fs::read_to_string(find_root().join(path)).unwrap();
    let name = path.rsplit('/').next().unwrap_or(path).to_string();
    expand(&SourceFile { name, text: text.into() }, stage, &includes, &[]).unwrap()
}
