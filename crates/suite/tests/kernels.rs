//! The example's cases as tests of `cargo test`, as in a crate of a user.

fn main() -> std::process::ExitCode {
    gristmill::test::Suite::folder("../../examples/kernel_tests").run_tests()
}
