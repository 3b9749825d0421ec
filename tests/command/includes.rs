//! `--include`: files of other folders, in every language that includes files and every command that reads a kernel.

use super::check::gristmill;
use std::path::Path;

const GLSL: &str = "#version 110\n#include \"../shared/two.glsl\"\nvoid main() { gl_FragColor = vec4(TWO); }\n";
const CG: &str = "#include \"two.inc\"\nfloat4 main(float2 t : TEXCOORD0) : COLOR { return TWO * t.xyxy; }\n";
const BROOK: &str = "#include \"two.inc\"\nkernel void twice(float a<>, out float b<>) { b = a * TWO; }
int main() {
    float numbers[3] = {1, 2, 3};
    float a<3>, b<3>;
    streamRead(a, numbers);
    twice(a, b);
    streamPrint(b);
    return 0;
}\n";
const AUDITED: &str = "#version 110\n#include \"../shared/width.glsl\"
vec2 texel(float index) {
    float row = floor((index + 0.5) / WIDTH);
    return vec2(index - (row * WIDTH), row);
}\n";

/// Makes a folder `kernels`, and beside it `shared` with what its files include.
fn make_tree() -> tempfile::TempDir {
    let tree = tempfile::tempdir().unwrap();
    let files = [
        ("kernels/two.frag", GLSL),
        ("kernels/two.cg", CG),
        ("kernels/two.hlsl", CG),
        ("kernels/two.br", BROOK),
        ("kernels/texel.glsl", AUDITED),
        ("shared/two.glsl", "const float TWO = 2.0;\n"),
        ("shared/two.inc", "#define TWO 2\n#include \"more/half.inc\"\n"),
        ("shared/more/half.inc", "#ifdef CG\n#endif\n#include \"../end.inc\"\n"),
        ("shared/end.inc", "#ifndef TWO_ONLY\n#endif\n"),
        ("shared/width.glsl", "#define WIDTH 1024.0\n"),
        ("secret/secret.inc", "classified\n"),
    ];
    for (name, text) in files {
        let path = tree.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    tree
}

/// Runs a command on a file of the tree; words that begin with `:` are paths in the tree.
fn run(tree: &Path, words: &str) -> (Option<i32>, String, String) {
    let words: Vec<String> = words
        .split(' ')
        .map(|word| match word.strip_prefix(':') {
            Some(name) => tree.join(name).display().to_string(),
            None => word.to_string(),
        })
        .collect();
    gristmill(&words.iter().map(String::as_str).collect::<Vec<_>>())
}

#[test]
fn every_command_that_reads_a_kernel_opens_folders() {
    let tree = make_tree();
    for command in [
        "check :kernels/two.frag",
        "check :kernels/two.cg",
        "check :kernels/two.hlsl",
        "check :kernels/two.br",
        "check :kernels",
        "fit :kernels/two.cg",
        "fit :kernels/two.frag",
        "split :kernels/two.frag",
        "profile :kernels/two.frag",
        "audit :kernels/texel.glsl --function texel --card radeon-9700 --width 1024 --elements 2000",
        "--device emulator run :kernels/two.br",
    ] {
        let (code, out, errors) = run(tree.path(), command);
        assert_eq!(code, Some(2), "{command}: {out}{errors}");
        let all = format!("{out}{errors}").split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(all.contains("by --include"), "{command}: {all}");
        let (code, out, errors) = run(tree.path(), &format!("{command} --include :shared"));
        assert_eq!(code, Some(0), "{command}: {out}{errors}");
    }
    let (_, out, _) = run(tree.path(), "--device emulator run :kernels/two.br --include :shared");
    assert_eq!(out, "2.00 4.00 6.00 \n");
}

#[test]
fn the_first_folder_that_has_the_file_is_taken() {
    let tree = make_tree();
    std::fs::create_dir_all(tree.path().join("other")).unwrap();
    std::fs::write(tree.path().join("other/two.inc"), "#define TWO 3\n").unwrap();
    let brook = |folders: &str| run(tree.path(), &format!("--device emulator run :kernels/two.br {folders}")).1;
    assert_eq!(brook("--include :other --include :shared"), "3.00 6.00 9.00 \n");
    assert_eq!(brook("--include :shared --include :other"), "2.00 4.00 6.00 \n");
    // A file beside the program comes first.
    std::fs::write(tree.path().join("kernels/two.inc"), "#define TWO 4\n").unwrap();
    assert_eq!(brook("--include :shared --include :other"), "4.00 8.00 12.00 \n");
}

#[test]
fn what_cannot_be_included_is_said() {
    let tree = make_tree();
    let path = |name: &str| tree.path().join(name);
    let mut cases = vec![
        ("../secret/secret.inc", "", "include file ../secret/secret.inc is in"),
        ("none.inc", "--include :shared", "include file none.inc not found in"),
        ("../shared", "--include :shared", "found the folder ../shared; name a file in it"),
        ("circle.inc", "", "include"),
        ("/none.inc", "", "is an absolute path"),
    ];
    std::fs::write(path("kernels/circle.inc"), "#include \"circle.inc\"\n").unwrap();
    if cfg!(unix) {
        #[cfg(unix)]
        std::os::unix::fs::symlink(path("secret/secret.inc"), path("kernels/link.inc")).unwrap();
        cases.push(("link.inc", "--include :shared", "which no kernel here may read"));
    }
    for (name, options, wanted) in cases {
        let texts = [
            ("k.frag", format!("#version 110\n#include \"{name}\"\nvoid main() {{ gl_FragColor = vec4(1.0); }}\n")),
            ("k.cg", format!("#include \"{name}\"\nfloat4 main() : COLOR {{ return 1; }}\n")),
            ("k.br", format!("#include \"{name}\"\nkernel void k(float a<>, out float b<>) {{ b = a; }}\n")),
        ];
        for (file, text) in texts {
            std::fs::write(path("kernels").join(file), text).unwrap();
            let (code, out, errors) = run(tree.path(), format!("check :kernels/{file} {options}").trim_end());
            let all = format!("{out}{errors}").split_whitespace().collect::<Vec<_>>().join(" ");
            assert!(code == Some(2) && all.contains(wanted) && !all.contains("classified"), "{file} {name}: {all}");
        }
    }
    for command in ["check :kernels/two.cg", "fit :kernels/two.cg", "profile :kernels/two.cg", "run :kernels/two.br"] {
        let (code, out, errors) = run(tree.path(), &format!("{command} --include :nowhere"));
        assert!(code == Some(2) && errors.contains("nowhere: expected a folder"), "{command}: {out}{errors}");
    }
    let (code, _, errors) = gristmill(&["run", "saxpy", "--include", "src"]);
    assert!(code == Some(2) && errors.contains("--include is for programs in Brook"), "{errors}");
}
