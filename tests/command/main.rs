//! The command as people type it, and the transcripts that README and book show.

mod gristmill;
mod transcripts;
