//! Course packs: folders of tasks that a teacher makes, each judged by a case file.
//!
//! A pack has a `pack.toml` with its title and the order of its tasks, and a folder for each task: `text.md`, the file
//! to edit as `start.EXT`, a `solution.EXT`, answers that look right as `near_NAME.EXT`, `hints.md`, and the cases in
//! `task.test.toml`, which name the kernel of the answer `answer.EXT`.

mod blank_answers;
mod course_task;
mod export;
mod pack;
mod pack_text;
mod refusal;
mod review;
mod task_files;
mod template;

pub use course_task::{CourseTask, NearAnswer};
pub use export::ExportedPack;
pub use pack::CoursePack;
pub use review::TaskReview;
