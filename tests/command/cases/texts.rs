//! Cases of texts of any dialect, and what a refusal names.
