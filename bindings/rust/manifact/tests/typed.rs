//! Methods, options and labels with types of their own.
mod support;

use manifact::{
    assigned, methods, option, options, Context, Method, OptionType, Solver, Status, Vectorizer,
};
use support::counts;

#[test]
fn the_types_are_those_of_the_library() {
    let names: Vec<_> = methods().unwrap().iter().map(|method| method.name).collect();
    let ours: Vec<_> = Method::ALL.iter().map(|method| method.as_str()).collect();
    assert_eq!(ours, names);
    let listed = options().unwrap();
    let mut theirs: Vec<_> = listed.iter().map(|option| option.name).collect();
    let mut names = option::NAMES.to_vec();
    theirs.sort_unstable();
    names.sort_unstable();
    assert_eq!(names, theirs);
    let words = |name| {
        let option = listed.iter().find(|option| option.name == name).unwrap();
        assert_eq!(option.kind, OptionType::Text);
        let mut words = option.words.clone();
        words.sort_unstable();
        words
    };
    let mut weightings: Vec<_> = option::Weighting::ALL.iter().map(|word| word.as_str()).collect();
    weightings.sort_unstable();
    assert_eq!(weightings, words("weighting"));
    let mut starts: Vec<_> = option::Start::ALL.iter().map(|word| word.as_str()).collect();
    starts.sort_unstable();
    assert_eq!(starts, words("start"));
}

#[test]
fn typed_options_are_those_of_the_names() {
    let context = Context::new().unwrap();
    let mut solver = Solver::new(&context, Method::Lccf).unwrap();
    assert_eq!(solver.method(), "lccf");
    solver.set(option::NEIGHBORS, 9).unwrap().set(option::LAMBDA, 12.5).unwrap();
    solver.set(option::WEIGHTING, option::Weighting::LogTfidf).unwrap();
    solver.set(option::KEEP_DATA, true).unwrap().set(option::SEED, 7usize).unwrap();
    assert_eq!(solver.get_int("neighbors").unwrap(), 9);
    assert_eq!(solver.get(option::NEIGHBORS).unwrap(), 9);
    assert_eq!(solver.get(option::LAMBDA).unwrap(), 12.5);
    assert_eq!(solver.get(option::WEIGHTING).unwrap(), option::Weighting::LogTfidf);
    assert_eq!(solver.get_text("weighting").unwrap(), "log-tfidf");
    assert!(solver.get(option::KEEP_DATA).unwrap());
    assert_eq!(solver.get(option::SEED).unwrap(), 7);
    solver.set(option::LAMBDA, 3).unwrap();
    assert_eq!(solver.get(option::LAMBDA).unwrap(), 3.0);
    let error = solver.set(option::NEIGHBORS, 0).err().unwrap();
    assert_eq!(error.status(), Status::Option);
    assert!(error.message().contains("neighbors"), "{error}");
    // Another method's option, and a word of another method.
    let error = solver.set(option::COMPONENTS, 2).err().unwrap();
    assert_eq!(error.status(), Status::Option);
    let error = solver.set(option::START, option::Start::Mixture).err().unwrap();
    assert_eq!(error.status(), Status::Option);

    let mut builder = Vectorizer::builder(&context).unwrap();
    builder.set(option::LANGUAGE, option::Language::German).unwrap();
    assert_eq!(builder.get(option::LANGUAGE).unwrap(), option::Language::German);
}

#[test]
fn every_method_makes_a_solver_and_reads_its_words() {
    let context = Context::new().unwrap();
    for &method in Method::ALL {
        let solver = Solver::new(&context, method).unwrap();
        assert_eq!(solver.method(), method.to_string());
        assert_eq!(method.as_str().parse::<Method>().unwrap(), method);
        solver.get(option::WEIGHTING).unwrap();
        solver.get(option::PRECISION).unwrap();
    }
    let error = "lcf".parse::<Method>().err().unwrap();
    assert_eq!((error.status(), error.message()), (Status::Option, "Method has no word \"lcf\""));
}

#[test]
fn documents_without_a_cluster_are_none() {
    let context = Context::new().unwrap();
    let made = counts(60, 3);
    let x = made.matrix(&context);
    let model = Solver::new(&context, Method::Kmeans).unwrap().fit(&x, 3).unwrap();
    let clusters: Vec<_> = model.assigned().collect();
    assert_eq!(model.assigned().len(), 60);
    for (document, (&label, cluster)) in model.labels().iter().zip(clusters).enumerate() {
        assert_eq!(cluster, Some(label as usize));
        assert_eq!(model.cluster_of(document), cluster);
    }
    assert_eq!(model.cluster_of(60), None);
    assert_eq!(assigned(&[2, -1]).collect::<Vec<_>>(), [Some(2), None]);

    // A text without a known term has no cluster.
    let texts = ["cat dog", "stock bond", "dog cat pet", "bond stock fund", "cat pet", "fund bond"];
    let (words, counts) = Vectorizer::count(&context, &texts).unwrap();
    let mut solver = Solver::new(&context, "lccf").unwrap();
    let model = solver.set(option::NEIGHBORS, 2).unwrap().fit(&counts, 2).unwrap();
    let new = words.transform(&context, &["pet dog", "weather"]).unwrap();
    let found = model.assign(&context, &new).unwrap();
    let clusters: Vec<_> = found.assigned().collect();
    assert_eq!((clusters[0], clusters[1]), (model.cluster_of(0), None));
    let found = model.assign_proportions(&context, &new, 0.0).unwrap();
    assert_eq!(found.assigned().nth(1), Some(None));
}
