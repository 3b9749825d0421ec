//! Schedules that fail are shrunk to the turns that matter, and what is printed of them replays.

use gristmill::check::{KernelCheck, LaunchOptions};
use gristmill::finding::FindingKind;
use std::path::Path;
use std::time::Duration;

/// Kernels of `tests/findings` whose results differ, and the most turns that show it. Each gives what depends on
/// who comes first, so that one group or warp out of turn is enough, but where the fault is that one comes between, or
/// where all warps must come to a barrier first.
const KERNELS: [(&str, usize); 10] = [
    ("order/append_by_counter.comp", 1),
    ("order/first_claim_wins.comp", 1),
    ("order/float_sum_by_swap.comp", 2),
    ("order/image_exchange.comp", 1),
    ("order/last_exchange_stays.comp", 1),
    ("order/linked_list_by_exchange.comp", 1),
    ("order/number_in_the_queue.comp", 1),
    ("order/warps_of_one_group.comp", 12),
    ("race/queue_append_plain_counter.comp", 2),
    ("race/max_by_compare_and_store.comp", 2),
];

#[test]
fn a_schedule_that_fails_is_shrunk_and_replays() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/findings");
    let long = || LaunchOptions::new().deadline(Duration::from_secs(600));
    for (name, most) in KERNELS {
        let run = |schedule: &str| {
            let launch = long().option("schedule", schedule).unwrap();
            KernelCheck::file(folder.join(name)).unwrap().run(&launch).unwrap()
        };
        let (seed, report) = (1..64)
            .map(|seed| (seed, run(&format!("random:{seed}"))))
            .find(|(_, report)| report.replay.is_some())
            .unwrap_or_else(|| panic!("{name}: no schedule shows anything"));
        let shrunk = report.shrunk.as_ref().unwrap_or_else(|| panic!("{name}: {report:?}"));
        println!("{name}: {} turns, {} left: {}", shrunk.turns_before, shrunk.turns.len(), shrunk.schedule);
        assert!(shrunk.before.starts_with(&format!("random:{seed}@")), "{shrunk:?}");
        assert!((1..=most).contains(&shrunk.turns.len()), "{name}: {shrunk:?}");
        assert!(shrunk.turns.len() < shrunk.turns_before, "{name}: {shrunk:?}");
        assert!(shrunk.turns.iter().all(|turn| 0 < turn.first && turn.first <= turn.last), "{name}: {shrunk:?}");
        assert_eq!(shrunk.turns.len(), shrunk.schedule.split(',').count(), "{name}: a row per turn: {shrunk:?}");
        let again = run(&shrunk.schedule);
        let differs = |report: &gristmill::check::Report| {
            let found = report.findings.iter().filter(|finding| finding.kind == FindingKind::Order);
            found.map(|finding| finding.mend.clone()).collect::<Vec<_>>()
        };
        assert!(!differs(&again).is_empty(), "{name} is right under {}", shrunk.schedule);
        for mend in differs(&again) {
            assert!(differs(&report).contains(&mend), "{name}: {mend} is not what was printed: {:?}", differs(&report));
        }
    }
}

#[test]
fn what_is_shrunk_was_found() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/findings/silent");
    let mut judged = 0;
    for entry in std::fs::read_dir(folder).unwrap().take(12) {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|ending| ending == "comp") {
            let report = KernelCheck::file(&path)
                .unwrap()
                .run(&LaunchOptions::new().schedules(6))
                .unwrap();
            assert_eq!(report.shrunk.is_some(), report.replay.is_some(), "{}", path.display());
            assert!(report.is_right(), "{}", path.display());
            judged += 1;
        }
    }
    assert!(judged > 0);
}
