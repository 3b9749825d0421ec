//! Probe of public shaders, not committed.
use gristmill::Error;
use gristmill::check::{KernelCheck, program_counts};

#[test]
fn public_shaders() {
    let Ok(folder) = std::env::var("PROBE") else { return };
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let mut taken = 0;
    let mut refused = 0;
    for path in files {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let bytes = std::fs::read(&path).unwrap();
        let is_stream = bytes.get(3) == Some(&0xff);
        let kernel = if is_stream { KernelCheck::stream("a.psh", &bytes) } else { KernelCheck::file(&path) };
        let kernel = match kernel {
            Ok(kernel) => kernel,
            Err(error) => {
                refused += 1;
                println!("STREAM {name}: {error}");
                continue;
            }
        };
        let text = kernel.text().to_string();
        let short =
            if text.to_ascii_lowercase().lines().any(|l| l.trim_start().starts_with("vs")) { "a.vsh" } else { "a.psh" };
        match program_counts(short, &text) {
            Err(error) => {
                refused += 1;
                println!("REFUSED {name}: {error}\n---\n{text}\n---");
            }
            Ok(counts) => match KernelCheck::source(short, text.clone()).compile() {
                Ok(_) => {
                    taken += 1;
                    println!("TAKEN {name} {} slots", counts.instructions);
                }
                Err(Error::Source { report, .. }) => println!("COMPILE {name}: {report}\n---\n{text}"),
                Err(error) => println!("COMPILE {name}: {error}\n---\n{text}"),
            },
        }
    }
    println!("SUM {taken} taken, {refused} refused");
}
