//! Solvers and models.
mod support;

use manifact::*;
use support::{counts, fit, Counts};

fn fixture() -> (Context, Counts, Matrix) {
    let context = Context::new().unwrap();
    let data = counts(90, 3);
    let x = data.matrix(&context);
    (context, data, x)
}

#[test]
fn options_are_set_read_and_reset() {
    let context = Context::new().unwrap();
    let mut solver = Solver::new(&context, "lccf").unwrap();
    let before = solver.get_real("lambda").unwrap();
    solver.set("neighbors", 7).unwrap().set("lambda", 12).unwrap();
    solver.set("max_iterations", 9.0).unwrap().set("keep-data", false).unwrap();
    solver.set("weighting", "none").unwrap().set("seed", "3").unwrap();
    assert_eq!(solver.get_int("neighbors").unwrap(), 7);
    assert_eq!(solver.get_real("lambda").unwrap(), 12.0);
    assert_eq!(solver.get_int("max-iterations").unwrap(), 9);
    assert!(!solver.get_bool("keep-data").unwrap());
    assert_eq!(solver.get_text("weighting").unwrap(), "none");
    assert_eq!(solver.get_text("seed").unwrap(), "3");
    solver.reset("lambda").unwrap();
    assert_eq!(solver.get_real("lambda").unwrap(), before);
    solver.reset_all().unwrap();
    assert!(solver.get_bool("keep-data").unwrap());
    for error in [
        solver.set("no-such", 1).map(|_| ()).unwrap_err(),
        solver.set("neighbors", 0).map(|_| ()).unwrap_err(),
        solver.set("neighbors", 1.5).map(|_| ()).unwrap_err(),
        solver.set("weighting", "heavy").map(|_| ()).unwrap_err(),
        solver.get_int("weighting").unwrap_err(),
        Solver::new(&context, "no-such").unwrap_err(),
    ] {
        assert_eq!(error.status(), Status::Option, "{error}");
    }
    let error = solver.set("a\0b", 1).unwrap_err();
    assert_eq!(error.status(), Status::Argument);
}

#[test]
fn a_model_has_all_of_its_arrays() {
    let (context, data, x) = fixture();
    let model = fit(&context, "lccf", &x, 3);
    let (n, m, k) = (model.documents(), model.features(), model.clusters());
    assert_eq!((n, m, k), (90, data.shape.1, 3));
    assert_eq!(evaluate(&context, &data.classes, model.labels()).unwrap().accuracy, 1.0);
    assert_eq!(model.sizes().iter().sum::<i64>(), 90);
    assert_eq!(model.memberships().len(), n * k);
    assert_eq!(model.associations().unwrap().len(), n * k);
    assert_eq!(model.basis().unwrap().len(), m * k);
    assert_eq!((model.centroids().len(), model.cosines().len()), (m * k, n));
    assert_eq!(model.history().len(), model.iterations() + 1);
    assert_eq!(model.history().last(), Some(&model.objective()));
    assert_eq!((model.feature_labels(), model.core()), (None, None));
    for row in model.proportions().unwrap().chunks(k) {
        assert!((row.iter().sum::<f64>() - 1.0).abs() < 1e-12);
    }
    assert_eq!(model.margins().unwrap().len(), n);
    assert_eq!((model.cohesion().unwrap().len(), model.similarities().unwrap().len()), (k, k * k));
    let (documents, clusters) = model.map().unwrap();
    assert_eq!((documents.len(), clusters.len()), (2 * n, 3 * k));
    let top = model.top_features(0, Score::Lift, 5).unwrap();
    assert_eq!(top.len(), 5);
    assert!(top.windows(2).all(|pair| pair[0].score >= pair[1].score));
    assert_eq!(model.representatives(1, usize::MAX).unwrap().len(), 30);
    assert!(!model.concept_documents(2, 4).unwrap().is_empty());
    assert_eq!(model.top_features(3, Score::Lift, 5).unwrap_err().status(), Status::Argument);
    assert_eq!((model.method(), model.option("neighbors")), ("lccf", Some("5")));
    assert!(model.options().unwrap().contains(&("neighbors", "5")));
    assert!(model.diagnostics().unwrap().iter().any(|(name, _)| *name == "graph_components"));
    assert!(model.vectorizer().is_none() && model.top_words(0, 3).unwrap().is_empty());
    let drcc = fit(&context, "drcc", &x, 3);
    assert_eq!(drcc.feature_labels().unwrap().len(), m);
    assert_eq!(drcc.blocks(Block::Lift).unwrap().len(), 3 * drcc.feature_clusters());
    assert!(!drcc.feature_cluster_features(0, 3).unwrap().is_empty());
}

#[test]
fn new_documents_get_the_clusters_of_the_fit() {
    let (context, _, x) = fixture();
    let model = fit(&context, "auto", &x, 3);
    assert_eq!(model.labels_of(&context, &x).unwrap(), model.labels());
    let assigned = model.assign(&context, &x).unwrap();
    assert_eq!((assigned.labels.len(), assigned.memberships.len()), (90, 270));
    let model = fit(&context, "lccf", &x, 3);
    let shares = model.assign_proportions(&context, &x, 1.0).unwrap();
    assert!(shares.labels.iter().filter(|&&label| label == -1).count() > 0);
    assert_eq!((shares.proportions.len(), shares.margins.len()), (270, 90));
    let other = Matrix::dense(&context, (1, 2), &[1.0, 2.0]).unwrap();
    assert_eq!(model.labels_of(&context, &other).unwrap_err().status(), Status::Mismatch);
}

#[test]
fn starts_are_used() {
    let (context, data, x) = fixture();
    let mut solver = Solver::new(&context, "lccf").unwrap();
    let model = solver.set_start_labels(&data.classes).unwrap().fit(&x, 3).unwrap();
    assert_eq!((model.labels(), model.option("start")), (&data.classes[..], Some("given")));
    let v: Vec<f64> = model.memberships().to_vec();
    solver.clear_start().unwrap().set_start_factors(None, &v, 90, 3).unwrap();
    assert_eq!(solver.fit(&x, 3).unwrap().labels(), model.labels());
    let wrong = solver.set_start_factors(None, &v, 90, 2).unwrap_err();
    assert_eq!(wrong.status(), Status::Length);
    solver.clear_start().unwrap().set_start_model(Some(&model)).unwrap();
    solver.set_numbers_of(Some(&model)).unwrap();
    assert_eq!(solver.fit(&x, 3).unwrap().labels(), model.labels());
    let mut nmf = Solver::new(&context, "nmf").unwrap();
    let basis = vec![0.5; data.shape.1 * 3];
    nmf.set_start_features(&basis, data.shape.1, 3).unwrap();
    assert_eq!(nmf.method(), "nmf");
}

#[test]
fn files_hold_all_of_a_model() {
    let (context, _, x) = fixture();
    let mut solver = Solver::new(&context, "lccf").unwrap();
    let names: Vec<String> = (0..90).map(|i| format!("document {i}")).collect();
    let model = solver.set_column("name", Some(&names)).unwrap().fit(&x, 3).unwrap();
    let bytes = model.to_bytes(&context).unwrap();
    let path = std::env::temp_dir().join(format!("manifact-rust-{}.manifact", std::process::id()));
    model.save(&context, &path).unwrap();
    assert_eq!(std::fs::read(&path).unwrap(), bytes);
    let loaded = Model::load(&context, &path).unwrap();
    std::fs::remove_file(&path).unwrap();
    let parsed = Model::from_bytes(&context, &bytes).unwrap();
    for other in [loaded, parsed] {
        assert_eq!(other.labels(), model.labels());
        assert_eq!(other.memberships(), model.memberships());
        assert_eq!(other.column("name").unwrap(), names);
        assert_eq!(other.column_names(), ["name"]);
        assert_eq!(other.to_bytes(&context).unwrap(), bytes);
    }
    let mut damaged = bytes;
    let middle = damaged.len() / 2;
    damaged[middle] ^= 1;
    let error = Model::from_bytes(&context, &damaged).unwrap_err();
    assert_eq!(error.status(), Status::Corrupt);
    assert_eq!(model.column("date").unwrap_err().status(), Status::Argument);
}

#[test]
fn the_number_of_classes_is_suggested() {
    let (context, _, x) = fixture();
    let suggestion = Solver::new(&context, "ncut").unwrap().suggest_k(&x, 2, 6).unwrap();
    assert_eq!(suggestion.k(), 3);
    assert!(!suggestion.reason().is_empty());
    let rows = suggestion.rows().unwrap();
    assert_eq!(rows.iter().map(|row| row.k).collect::<Vec<_>>(), [2, 3, 4, 5, 6]);
    assert!(rows.iter().all(|row| row.status.code() >= 0));
}

#[test]
fn topics_are_edited() {
    let (context, data, x) = fixture();
    let model = fit(&context, "lccf", &x, 3);
    let merged = model.merge(&context, &[0, 2], None).unwrap();
    assert_eq!((merged.clusters(), merged.edits().unwrap()[0].map), (2, &[0i64, 1, 0][..]));
    assert!(merged.edits().unwrap()[0].text.starts_with("merge 0 2"));
    assert_eq!(model.split(&context, 1, 2, None).unwrap().clusters(), 4);
    let hidden = model.hide(&context, &[1]).unwrap();
    assert_eq!(hidden.labels().iter().filter(|&&label| label == -1).count(), 30);
    assert_eq!(model.reduce(&context, Linkage::Ward, 2, None).unwrap().clusters(), 2);
    let renamed = model.rename(&context, 1, "sport").unwrap();
    assert_eq!((renamed.topic_name(1), renamed.title(1)), (Some("sport"), Some("sport")));
    assert_eq!(model.topic_name(3), None);
    let tree = model.tree(&context, Linkage::Average).unwrap();
    assert_eq!((tree.steps.len(), tree.heights.len(), tree.order.len()), (2, 2, 3));
    assert_eq!(model.tree_cut(&context, Linkage::Ward, 1).unwrap(), [0, 0, 0]);
    let numbers = model.topic_numbers(&context, None, Score::default(), 8).unwrap();
    assert!(numbers.iter().all(|topic| topic.diversity == 1.0 && topic.coherence > 0.0));
    assert_eq!(model.stability(&context, None, 2).unwrap().len(), 3);
    let periods: Vec<i32> = (0..90).map(|i| i / 45).collect();
    let timeline = model.timeline(&periods, 2).unwrap();
    assert_eq!((timeline.len(), timeline.iter().sum::<i64>()), (6, 90));
    let tests = model.group_tests(&periods, 2).unwrap();
    assert!(tests.iter().all(|test| test.adjusted >= test.p && test.expected > 0.0));
    assert_eq!(model.group_terms(&context, None, model.labels(), 0, 1, 5).unwrap().len(), 0);
    let same: Vec<i64> = (0..90).collect();
    for rows in [Some(&same[..]), None] {
        let found = model.compare(&context, &model, rows).unwrap();
        assert_eq!((found.partners, found.before), (vec![0, 1, 2], vec![Change::Stayed; 3]));
        assert_eq!((found.forward.len(), found.backward.len(), found.after.len()), (9, 9, 3));
    }
    assert_eq!(model.common_documents(&context, &model).unwrap().len(), 90);
    let grouped = model.rename_group(&context, &[2, 0], "both").unwrap();
    assert_eq!(grouped.group_name(&[0, 2]), Some("both"));
    assert_eq!((grouped.group_name(&[0, 1]), grouped.group_name(&[0])), (Some(""), None));
    let (joined, topics, common) =
        Solver::from_model(&context, &model).unwrap().join(&model, &model).unwrap();
    assert_eq!((joined.documents(), topics, common), (180, vec![0, 1, 2], 0));
    assert_eq!(model.new_topics(&context).unwrap(), (model.labels().to_vec(), 0));
    let explained = model.explain(&context, &x, None, 2).unwrap();
    assert!(model.has_additive_score() && model.score_rule().starts_with("w v"));
    assert!(explained.contributions.entries() <= 180 && explained.scores.iter().all(|&s| s > 0.0));
    let seed = |topic| Seed { topic, columns: vec![8 * i64::from(topic)], weight: 1.0 };
    let seeds: Vec<Seed> = (0..3).map(seed).collect();
    let seeded = Constraints::labels_by_seeds(&context, &x, &seeds, 3, 3).unwrap();
    assert_eq!((seeded.labels.len(), seeded.matched.len(), seeded.chosen.len()), (90, 3, 3));
    let known = Constraints::new(&context, 90, model.labels(), &[]).unwrap();
    let pairs = model.suggest_pairs(&context, Some(&known), 4).unwrap();
    assert!(pairs.iter().all(|pair| pair.first < pair.second && pair.weight >= 0.0));
    assert_eq!(model.suggest_pairs(&context, None, 4).unwrap().len(), 4);
    let asked = model.suggest_labels(&context, None, None, 4).unwrap();
    assert!(asked.len() == 4 && asked.iter().all(|one| one.index < 90 && one.score >= 0.0));
    assert_eq!(model.suggest_labels(&context, Some(&x), Some(&known), 4).unwrap().len(), 0);
    assert_eq!(model.phrases(0), model.title(0));
    let trends = model.trends(&context, None, &periods, 0, Direction::Rising, 5).unwrap();
    assert!(trends.len() <= 5);
    let fresh = counts(9, 3).matrix(&context);
    let texts: [(&str, &[&str]); 1] = [("name", &["new"; 9])];
    let grown = model.update(&context, &fresh, None, &texts).unwrap();
    assert_eq!((grown.documents(), grown.drift(0).unwrap().documents), (99, 9));
    let error = model.group_tests(&[0, 1], 2).unwrap_err();
    assert_eq!(error.to_string(), "groups has 2 entries, but the model has 90 documents");
    let error = model.timeline(&[0; 91], 1).unwrap_err();
    assert_eq!(error.to_string(), "periods has 91 entries, but the model has 90 documents");
    assert_eq!(&grown.labels()[90..], model.labels_of(&context, &fresh).unwrap());
    let refit = Solver::from_model(&context, &grown).unwrap().refit(&grown).unwrap();
    assert_eq!(evaluate(&context, &data.classes, &refit.labels()[..90]).unwrap().accuracy, 1.0);
}
