//! Tests of kernels in files: named cases with sizes, inputs and expected results, which run on the emulator with every
//! lane watched, on one machine or in shards on many.
//!
//! A case file is TOML, and lies beside the kernels as `NAME.test.toml`. The book's page on tests lists its words;
//! [`KernelSuite`] finds the files of a folder and runs their cases.

mod bless;
mod caps;
mod case_file;
mod case_run;
mod case_search;
mod course_pack;
mod fault_explanation;
mod files;
mod fill_text;
mod formula;
mod harness;
mod kernel_replacement;
mod memories;
mod outcome;
mod plain_loop;
mod program;
mod report;
mod shard;
mod suite;
mod test_case;
mod wgsl_functions;

pub use course_pack::{CoursePack, CourseTask, ExportedPack, NearAnswer, TaskReview};
pub use outcome::{CaseFault, CaseOutcome, CaseState, FaultLevel, FaultPlace};
pub use report::SuiteReport;
pub use shard::Shard;
pub use suite::KernelSuite;
pub use test_case::TestCase;
