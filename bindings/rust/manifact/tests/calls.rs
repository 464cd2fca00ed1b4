//! Callbacks, cancellation, threads and memory.
mod support;

use std::marker::PhantomData;
use std::ops::ControlFlow;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{mpsc, Arc, Mutex};
use std::thread;

use manifact::*;
use support::{counts, fit};

/// Whether a type is Send and Sync: the constants of the implementation with the bound come before
/// those of the trait, which every type has.
struct Asked<T>(PhantomData<T>);

trait Unbounded {
    const SEND: bool = false;
    const SYNC: bool = false;
}

impl<T> Unbounded for Asked<T> {}

#[allow(dead_code)]
impl<T: Send> Asked<T> {
    const SEND: bool = true;
}

#[allow(dead_code)]
impl<T: Sync> Asked<T> {
    const SYNC: bool = true;
}

macro_rules! send_and_sync {
    ($type:ty) => {
        (<Asked<$type>>::SEND, <Asked<$type>>::SYNC)
    };
}

/// The paragraph "Threads" of the header.
#[test]
fn handles_are_shared_as_the_header_says() {
    // Used by several threads at once.
    assert_eq!(send_and_sync!(Matrix), (true, true));
    assert_eq!(send_and_sync!(Graph), (true, true));
    assert_eq!(send_and_sync!(Constraints), (true, true));
    assert_eq!(send_and_sync!(Suggestion), (true, true));
    assert_eq!(send_and_sync!(Model), (true, true));
    assert_eq!(send_and_sync!(Vectorizer), (true, true));
    assert_eq!(send_and_sync!(CancelToken), (true, true));
    assert_eq!(send_and_sync!(Error), (true, true));
    // One call at a time. A vectorizer that is not finished also uses its context, which its
    // builder borrows: it cannot move to another thread without it.
    assert_eq!(send_and_sync!(Context), (true, false));
    assert_eq!(send_and_sync!(Solver), (true, false));
    assert_eq!(send_and_sync!(VectorizerBuilder<'_>), (false, false));
}

#[test]
fn progress_is_reported_and_stops_a_fit() {
    let context = Context::new().unwrap();
    let x = counts(90, 3).matrix(&context);
    let stages = Arc::new(Mutex::new(Vec::new()));
    let seen = stages.clone();
    let mut solver = Solver::new(&context, "lccf").unwrap();
    let report = move |progress: &Progress<'_>| {
        seen.lock().unwrap().push(progress.stage.to_string());
        ControlFlow::Continue(())
    };
    solver.set_progress(report).unwrap().fit(&x, 3).unwrap();
    assert!(stages.lock().unwrap().iter().any(|stage| stage == "fit"));
    solver.set_progress(|_| ControlFlow::Break(())).unwrap();
    assert_eq!(solver.fit(&x, 3).unwrap_err().status(), Status::Cancelled);
    solver.clear_progress().unwrap().fit(&x, 3).unwrap();
}

#[test]
fn a_panic_of_a_closure_goes_on_after_the_call() {
    let context = Context::new().unwrap();
    let x = counts(90, 3).matrix(&context);
    let mut solver = Solver::new(&context, "lccf").unwrap();
    solver.set_progress(|_| panic!("as planned")).unwrap();
    let panic = catch_unwind(AssertUnwindSafe(|| solver.fit(&x, 3))).unwrap_err();
    assert_eq!(panic.downcast_ref::<&str>(), Some(&"as planned"));
    solver.clear_progress().unwrap().fit(&x, 3).unwrap();
    context.set_progress(|_| panic!("of the context")).unwrap();
    let panic = catch_unwind(AssertUnwindSafe(|| Graph::knn(&context, &x, &Neighbors::new(3))))
        .unwrap_err();
    assert_eq!(panic.downcast_ref::<&str>(), Some(&"of the context"));
    context.clear_progress().unwrap();
    Graph::knn(&context, &x, &Neighbors::new(3)).unwrap();
}

#[test]
fn warnings_are_logged() {
    let context = Context::new().unwrap();
    let messages = Arc::new(Mutex::new(Vec::new()));
    let kept = messages.clone();
    let keep =
        move |level: LogLevel, text: &str| kept.lock().unwrap().push((level, text.to_string()));
    context.set_log(keep).unwrap();
    let same = Matrix::dense(&context, (4, 2), &[1.0; 8]).unwrap();
    let mut solver = Solver::new(&context, "kmeans").unwrap();
    // The solver keeps the closure.
    context.clear_log().unwrap();
    drop(context);
    let model = solver.fit(&same, 3).unwrap();
    assert_eq!(model.status(), Status::FewerClusters);
    assert!(messages.lock().unwrap().iter().any(|(level, _)| *level == LogLevel::Warning));
}

#[test]
fn a_token_stops_the_call_that_it_was_set_for_only() {
    let context = Context::new().unwrap();
    let x = counts(2000, 4).matrix(&context);
    let mut solver = Solver::new(&context, "lccf").unwrap();
    solver.set("max-iterations", 100_000_000).unwrap().set("tolerance", 0).unwrap();
    let token = CancelToken::new().unwrap();
    let (started, wait) = mpsc::channel();
    let sender = Mutex::new(Some(started));
    let begun = move |progress: &Progress<'_>| {
        if progress.stage == "fit" {
            sender.lock().unwrap().take().map(|started| started.send(()));
        }
        ControlFlow::Continue(())
    };
    solver.set_progress(begun).unwrap().set_cancel_token(Some(&token)).unwrap();
    let other = token.clone();
    let canceller = thread::spawn(move || {
        wait.recv().unwrap();
        other.request();
    });
    assert_eq!(solver.fit(&x, 4).unwrap_err().status(), Status::Cancelled);
    canceller.join().unwrap();
    // 10^8 updates would not have ended. Late, and of a token that is set nowhere:
    token.request();
    solver.set("max-iterations", 3).unwrap().fit(&x, 4).unwrap();
    solver.set_cancel_token(Some(&token)).unwrap();
    token.request();
    assert_eq!(solver.fit(&x, 4).unwrap_err().status(), Status::Cancelled);
    solver.fit(&x, 4).unwrap();
}

#[test]
fn threads_fit_and_assign_with_shared_handles() {
    let context = Context::new().unwrap();
    let x = counts(120, 3).matrix(&context);
    let graph = Graph::knn(&context, &x, &Neighbors::new(5)).unwrap();
    let mut first = Solver::new(&context, "lccf").unwrap();
    let model = first.set_graph(Some(&graph)).unwrap().fit(&x, 3).unwrap();
    let wrong = AtomicUsize::new(0);
    thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                let own = Context::new().unwrap();
                let mut solver = Solver::new(&own, "lccf").unwrap();
                solver.set_graph(Some(&graph)).unwrap();
                for _ in 0..5 {
                    let again = solver.fit(&x, 3).unwrap();
                    let labels = model.labels_of(&own, &x).unwrap();
                    let same = again.memberships() == model.memberships()
                        && labels == model.clone().labels();
                    wrong.fetch_add(usize::from(!same), Ordering::SeqCst);
                }
            });
        }
    });
    assert_eq!(wrong.load(Ordering::SeqCst), 0);
}

#[test]
fn results_do_not_depend_on_the_number_of_threads() {
    let context = Context::new().unwrap();
    let x = counts(500, 4).matrix(&context);
    let one = fit(&context, "auto", &x, 4).to_bytes(&context).unwrap();
    context.set_threads(3).unwrap();
    assert!(fit(&context, "auto", &x, 4).to_bytes(&context).unwrap() == one);
    assert_eq!(context.set_threads(-1).unwrap_err().status(), Status::Argument);
}

/// Kilobytes of this process in memory.
fn resident() -> Option<i64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

#[test]
fn a_thousand_fits_leak_nothing() {
    let context = Context::new().unwrap();
    let data = counts(30, 3);
    let called = Arc::new(AtomicBool::new(false));
    let run = || {
        let x = data.matrix(&context);
        let mut solver = Solver::new(&context, "lccf").unwrap();
        let flag = called.clone();
        let seen = move |_: &Progress<'_>| {
            flag.store(true, Ordering::SeqCst);
            ControlFlow::Continue(())
        };
        solver.set("max-iterations", 5).unwrap().set_progress(seen).unwrap();
        let model = solver.fit(&x, 3).unwrap();
        assert!(solver.set("neighbors", 0).is_err());
        model.to_bytes(&context).unwrap().len()
    };
    let before = context.memory().unwrap().now;
    for _ in 0..100 {
        run();
    }
    let first = resident();
    for _ in 0..1000 {
        run();
    }
    assert_eq!(context.memory().unwrap().now, before);
    assert_eq!(Arc::strong_count(&called), 1);
    if let (Some(first), Some(last)) = (first, resident()) {
        // Other tests run beside this one: far below 1000 models of 20 kB.
        assert!(last - first < 16 << 10, "{first} kB, then {last}");
    }
}
