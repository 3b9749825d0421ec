//! Hints on packages to install, by operating system.

/// The parts found missing.
#[derive(Debug, Clone, Copy, Default)]
pub struct MissingParts {
    /// There is no OpenGL driver.
    pub driver: bool,
    /// The driver has no compute shaders.
    pub compute: bool,
    pub compiler: bool,
}

/// The install commands of a family of Linux distributions.
struct DistributionPackages {
    /// Words of `ID` and `ID_LIKE` in `/etc/os-release`.
    of: &'static [&'static str],
    named: &'static str,
    driver: &'static str,
    compiler: &'static str,
}

const LINUX_PACKAGES: [DistributionPackages; 5] = [
    DistributionPackages {
        of: &["debian", "ubuntu"],
        named: "Debian and Ubuntu",
        driver: "sudo apt install libegl1 libgl1-mesa-dri",
        compiler: "sudo apt install build-essential",
    },
    DistributionPackages {
        of: &["fedora", "rhel", "centos"],
        named: "Fedora",
        driver: "sudo dnf install mesa-libEGL mesa-dri-drivers",
        compiler: "sudo dnf install gcc-c++",
    },
    DistributionPackages {
        of: &["arch"],
        named: "Arch",
        driver: "sudo pacman -S mesa libglvnd",
        compiler: "sudo pacman -S base-devel",
    },
    DistributionPackages {
        of: &["suse", "opensuse"],
        named: "openSUSE",
        driver: "sudo zypper install Mesa-libEGL1 Mesa-dri",
        compiler: "sudo zypper install gcc-c++",
    },
    DistributionPackages {
        of: &["alpine"],
        named: "Alpine",
        driver: "sudo apk add mesa-egl mesa-gl mesa-dri-gallium",
        compiler: "sudo apk add build-base",
    },
];

/// Reads `/etc/os-release`, which names the Linux distribution; empty if there is none.
pub fn read_os_release() -> String {
    std::fs::read_to_string("/etc/os-release").unwrap_or_default()
}

/// Returns a sentence for each thing to install on a system, which is named as in `std::env::consts::OS`; one sentence
/// if nothing is missing.
pub fn install_sentences(system: &str, release: &str, missing: MissingParts) -> Vec<String> {
    let mut sentences = Vec::new();
    if missing.driver {
        sentences.push(format!("an OpenGL driver: {}", driver_hint(system, release)));
        sentences.push(match system {
            "linux" => "No graphics card is needed: Mesa computes on the CPU.".to_string(),
            _ => "Until then the built-in emulator runs both eras.".to_string(),
        });
    } else if missing.compute {
        sentences.push(format!("a driver with OpenGL 4.3 for the compute era: {}", driver_hint(system, release)));
        sentences.push("Meanwhile the fragment era computes the same.".to_string());
    }
    if missing.compiler {
        sentences.push(format!("a C++ compiler, to build it from source again: {}", compiler_hint(system, release)));
    }
    if sentences.is_empty() {
        sentences.push("nothing".to_string());
    }
    sentences
}

fn driver_hint(system: &str, release: &str) -> String {
    match system {
        "windows" => {
            "install the graphics card's driver, or put Mesa's opengl32.dll beside gristmill.exe, or build with the \
             feature webgpu, which takes the card by Direct3D 12"
                .to_string()
        }
        "macos" => {
            "macOS has OpenGL 4.1, the fragment era alone (--device driver); build with the feature webgpu, which takes \
             the card by Metal"
                .to_string()
        },
        _ => package_command(release, |packages| packages.driver),
    }
}

fn compiler_hint(system: &str, release: &str) -> String {
    match system {
        "windows" => "the Visual Studio Build Tools with \"Desktop development with C++\"".to_string(),
        "macos" => "`xcode-select --install`".to_string(),
        _ => package_command(release, |packages| packages.compiler),
    }
}

/// Returns the command of this distribution; for an unknown one, those of all.
fn package_command(release: &str, command: fn(&DistributionPackages) -> &'static str) -> String {
    let values = release
        .lines()
        .filter_map(|line| line.strip_prefix("ID=").or_else(|| line.strip_prefix("ID_LIKE=")));
    let words: Vec<&str> = values.flat_map(|value| value.trim_matches('"').split([' ', '-'])).collect();
    match LINUX_PACKAGES
        .iter()
        .find(|packages| packages.of.iter().any(|of| words.contains(of)))
    {
        Some(packages) => format!("`{}`", command(packages)),
        None => LINUX_PACKAGES
            .iter()
            .map(|packages| format!("{}: `{}`", packages.named, command(packages)))
            .collect::<Vec<_>>()
            .join("; "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL_MISSING: MissingParts = MissingParts { driver: true, compute: true, compiler: true };

    fn advise_all(system: &str, release: &str) -> String {
        install_sentences(system, release, ALL_MISSING).join("\n")
    }

    fn advise_debian(missing: MissingParts) -> Vec<String> {
        install_sentences("linux", "ID=debian\n", missing)
    }

    #[test]
    fn each_system_has_its_own() {
        let ubuntu = advise_all("linux", "NAME=\"Ubuntu\"\nID=ubuntu\nID_LIKE=debian\n");
        assert!(ubuntu.contains("sudo apt install libegl1 libgl1-mesa-dri") && !ubuntu.contains("dnf"), "{ubuntu}");
        assert!(ubuntu.contains("sudo apt install build-essential"), "{ubuntu}");
        let rocky = advise_all("linux", "ID=\"rocky\"\nID_LIKE=\"rhel centos fedora\"\n");
        assert!(rocky.contains("sudo dnf install mesa-libEGL") && !rocky.contains("apt"), "{rocky}");
        let unknown = advise_all("linux", "");
        assert!(unknown.contains("sudo apt install") && unknown.contains("sudo pacman -S mesa"), "{unknown}");
        for system in ["windows", "macos"] {
            let told = advise_all(system, "ID=debian\n");
            assert!(!told.contains("sudo") && told.contains("the built-in emulator"), "{told}");
        }
    }

    #[test]
    fn what_is_there_is_not_prescribed() {
        assert_eq!(advise_debian(MissingParts::default()), ["nothing"]);
        assert!(advise_debian(MissingParts { compute: true, ..MissingParts::default() })[0].contains("OpenGL 4.3"));
        assert_eq!(advise_debian(MissingParts { compiler: true, ..MissingParts::default() }).len(), 1);
        assert!(!advise_debian(ALL_MISSING).concat().contains("nothing"));
    }
}
