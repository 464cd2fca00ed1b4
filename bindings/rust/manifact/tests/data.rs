//! Matrices, graphs, constraints and text.
mod support;

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::Arc;

use manifact::*;
use support::{counts, fit};

#[test]
fn csr_csc_and_dense_hold_the_same_values() {
    let context = Context::new().unwrap();
    let csr = Matrix::csr(&context, (2, 3), &[0i32, 2, 3], &[2i64, 0, 1], &[1.0f32, 2.0, 3.0]);
    let csr = csr.unwrap();
    let csc = Matrix::csc(&context, (2, 3), &[0i64, 1, 2, 3], &[0i32, 1, 0], &[2.0, 3.0, 1.0]);
    let dense = Matrix::dense(&context, (2, 3), &[2.0, 0.0, 1.0, 0.0, 3.0, 0.0]).unwrap();
    assert!(csr.is_float() && !csr.is_dense() && dense.is_dense() && !dense.is_float());
    let expected =
        Csr { indptr: vec![0i64, 2, 3], indices: vec![0, 2, 1], values: vec![2.0f64, 1.0, 3.0] };
    for matrix in [csr, csc.unwrap(), dense] {
        assert_eq!((matrix.rows(), matrix.columns(), matrix.entries()), (2, 3, 3));
        assert_eq!(matrix.to_csr::<i64, f64>().unwrap(), expected);
        let rows = matrix.copy_rows::<i32, f32>(1..2, 1).unwrap();
        assert_eq!((rows.indices, rows.values), (vec![1], vec![3.0]));
    }
}

#[test]
fn counts_are_weighted_by_the_frequencies_of_another_collection() {
    let context = Context::new().unwrap();
    let mut counts =
        Matrix::csr(&context, (2, 2), &[0i64, 2, 3], &[0i32, 1, 1], &[1.0, 2.0, 3.0]).unwrap();
    assert_eq!(counts.document_frequencies(&context).unwrap(), [1, 2]);
    counts.set_background(&context, Some(&[10, 5]), 10).unwrap();
    assert_eq!(counts.background_documents(), 10);
    let weighted = counts.weighted(&context, "tfidf", "none").unwrap();
    let csr = weighted.to_csr::<i64, f64>().unwrap();
    let idf = 2f64.ln();
    assert_eq!((csr.indices, csr.values), (vec![1, 1], vec![2.0 * idf, 3.0 * idf]));
    let wrong = counts.set_background(&context, Some(&[11, 5]), 10).unwrap_err();
    assert_eq!(wrong.status(), Status::Value);
    counts.set_background(&context, None, 0).unwrap();
    assert_eq!(counts.background_documents(), 0);
}

#[test]
fn wrong_arrays_are_refused_with_a_sentence() {
    let context = Context::new().unwrap();
    let none: [i32; 0] = [];
    let short = Matrix::csr(&context, (2, 2), &[0i64, 1], &[0i32], &[1.0]).unwrap_err();
    assert_eq!(short.status(), Status::Length);
    let uneven = Matrix::csr(&context, (1, 2), &[0i64, 1], &none, &[1.0]).unwrap_err();
    assert_eq!(uneven.status(), Status::Length);
    let nan = Matrix::dense(&context, (1, 2), &[1.0, f64::NAN]).unwrap_err();
    assert_eq!(nan.status(), Status::Value);
    assert!(nan.message().contains("NaN"), "{nan}");
    let backwards = Matrix::csr(&context, (2, 2), &[0i64, 2, 1], &[0i32], &[1.0]).unwrap_err();
    assert_eq!(backwards.status(), Status::Structure);
    assert!(!backwards.to_string().is_empty());
    let missing = Matrix::read(&context, "/no/such/file.mtx", Format::Auto).unwrap_err();
    assert_eq!(missing.status(), Status::Io);
    assert_eq!(missing.io_kind(), Some(std::io::ErrorKind::NotFound));
    assert!(missing.message().contains("/no/such/file.mtx"), "{missing}");
}

struct Owner<T>(Vec<T>, Arc<AtomicUsize>);

impl<T> AsRef<[T]> for Owner<T> {
    fn as_ref(&self) -> &[T] {
        &self.0
    }
}

impl<T> Drop for Owner<T> {
    fn drop(&mut self) {
        self.1.fetch_add(1, Ordering::SeqCst);
    }
}

#[test]
fn borrowed_arrays_are_not_copied_and_are_released_once() {
    let context = Context::new().unwrap();
    let data = counts(3000, 3);
    let bytes = 8 * data.indptr.len() + 12 * data.indices.len();
    let before = context.memory().unwrap().now;
    let copied = data.matrix(&context);
    let copy = (context.memory().unwrap().now - before) as usize;
    assert!(copy >= bytes, "{copy} of {bytes} bytes");
    drop(copied);
    let released = Arc::new(AtomicUsize::new(0));
    let owner = |_: ()| released.clone();
    let shape = data.shape;
    let matrix = Matrix::csr_owned::<i64, i32, f64>(
        &context,
        shape,
        Owner(data.indptr, owner(())),
        Owner(data.indices, owner(())),
        Owner(data.values, owner(())),
    )
    .unwrap();
    let used = (context.memory().unwrap().now - before) as usize;
    assert!(used < bytes / 20, "{used} of {bytes} bytes");
    let clone = matrix.clone();
    drop(matrix);
    assert_eq!(released.load(Ordering::SeqCst), 0);
    assert_eq!(clone.rows(), shape.0);
    std::thread::spawn(move || drop(clone)).join().unwrap();
    assert_eq!(released.load(Ordering::SeqCst), 3);
    let wrong = Matrix::dense_owned(&context, (2, 2), Owner(vec![f64::NAN; 4], owner(())));
    assert_eq!(wrong.unwrap_err().status(), Status::Value);
    assert_eq!(released.load(Ordering::SeqCst), 4);
    let shared: Arc<[f32]> = vec![1.0; 4].into();
    let dense = Matrix::dense_owned::<f32>(&context, (2, 2), shared.clone()).unwrap();
    assert_eq!(Arc::strong_count(&shared), 2);
    let data = counts(3000, 3);
    let wide: Vec<i64> = data.indices.iter().map(|&j| j.into()).collect();
    let before = context.memory().unwrap().now;
    let (indptr, values) = (data.indptr, data.values);
    let matrix = Matrix::csr_owned::<i64, i64, f64>(&context, shape, indptr, wide, values).unwrap();
    assert_eq!(matrix.rows(), shape.0);
    assert_eq!(context.memory().unwrap().now, before);
    drop(dense);
    assert_eq!(Arc::strong_count(&shared), 1);
}

#[test]
fn files_are_read_and_written() {
    let context = Context::new().unwrap();
    let x = counts(20, 2).matrix(&context);
    let path = std::env::temp_dir().join(format!("manifact-rust-{}.mtx.gz", std::process::id()));
    let name = if has_feature("gzip") { path } else { path.with_extension("") };
    x.write(&context, &name).unwrap();
    let back = Matrix::read(&context, &name, Format::Auto).unwrap();
    std::fs::remove_file(&name).unwrap();
    assert_eq!(back.to_csr::<i64, f64>().unwrap(), x.to_csr().unwrap());
    let text = b"1 1:2 3:4\n-1 2:1\n";
    let parsed = Matrix::parse(&context, text, "data.svm", Format::Svmlight).unwrap();
    assert_eq!(parsed.row_labels(), Some(&[1.0, -1.0][..]));
    assert_eq!(x.row_labels(), None);
    let weighted = x.weighted(&context, "tfidf", "unit-rows").unwrap();
    let values = weighted.copy_rows::<i64, f64>(0..1, {
        let indptr = weighted.to_csr::<i64, f64>().unwrap().indptr;
        indptr[1] as usize
    });
    let length: f64 = values.unwrap().values.iter().map(|value| value * value).sum();
    assert!((length - 1.0).abs() < 1e-12);
}

#[test]
fn graphs_are_those_of_the_plain_search() {
    let context = Context::new().unwrap();
    let x = counts(40, 2).matrix(&context);
    let graph = Graph::knn(&context, &x, &Neighbors::new(3)).unwrap();
    assert_eq!(graph.vertices(), 40);
    let weights = graph.to_matrix(&context).unwrap();
    assert_eq!(weights.entries(), 2 * graph.edges());
    let info = graph.search_info().unwrap();
    assert_eq!((info.search, info.recall), (Search::Exact, 1.0));
    let again = Graph::from_matrix(&context, &weights, GraphRule::Symmetric).unwrap();
    assert_eq!(again.edges(), graph.edges());
    assert_eq!(again.search_info().unwrap().search, Search::None);
    let adaptive = Graph::adaptive(&context, &x, 3, Gamma::Row, 1 << 30).unwrap();
    assert!(adaptive.edges() > 0 && adaptive.isolated() == 0);
    let mut solver = Solver::new(&context, "lccf").unwrap();
    let built = solver.graph(&x).unwrap();
    let model = solver.set_graph(Some(&built)).unwrap().fit(&x, 2).unwrap();
    assert_eq!(model.labels(), fit(&context, "lccf", &x, 2).labels());
}

#[test]
fn constraints_are_listed_and_used() {
    let context = Context::new().unwrap();
    let data = counts(30, 3);
    let mut labels = vec![-1; 30];
    labels[..6].copy_from_slice(&data.classes[..6]);
    let pairs = [Pair { first: 7, second: 10, weight: 1.0 }];
    let known = Constraints::new(&context, 30, &labels, &pairs).unwrap();
    assert_eq!(known.documents(), 30);
    assert_eq!(known.list(ConstraintKind::Pairs).unwrap(), pairs);
    assert_eq!(known.count(ConstraintKind::Labeled), 6);
    let classes = known.list(ConstraintKind::Classes).unwrap();
    assert_eq!(classes.iter().map(|pair| pair.first).collect::<Vec<_>>(), [0, 1, 2]);
    let x = data.matrix(&context);
    let mut solver = Solver::new(&context, "rcf").unwrap();
    let model = solver.set_constraints(Some(&known)).unwrap().fit(&x, 3).unwrap();
    assert_eq!(model.labels(), data.classes);
    assert!(model.violations().unwrap().is_empty());
    let asked = Constraints::suggest(&context, &x, Some(&known), 3, 0, 5).unwrap();
    assert!(!asked.is_empty() && asked.len() <= 5);
    assert!(asked.iter().all(|pair| pair.first != pair.second && pair.weight.abs() <= 1.0));
    let wrong = Constraints::new(&context, 30, &[0, 1], &[]).unwrap_err();
    assert_eq!(wrong.status(), Status::Length);
    let outside = Pair { first: 0, second: 30, weight: 1.0 };
    let error = Constraints::new(&context, 30, &[], &[outside]).unwrap_err();
    assert_eq!(error.status(), Status::Structure);
}

#[test]
fn text_is_counted_as_the_options_say() {
    let context = Context::new().unwrap();
    let texts = ["the cats sat", "a cat and a dog", "", "dogs and cats"];
    let mut builder = Vectorizer::builder(&context).unwrap();
    builder.set("ngrams", 2).unwrap().set("stop_words", "none").unwrap();
    builder.add_stop_words(&["and"]).unwrap();
    assert_eq!(builder.get_int("ngrams").unwrap(), 2);
    let error = builder.set("ngrams", "many").unwrap_err();
    assert_eq!(error.status(), Status::Option);
    builder.reset("ngrams").unwrap();
    builder.add(texts[0]).unwrap();
    builder.add_many(&texts[1..]).unwrap();
    assert_eq!(builder.documents(), 4);
    let (words, counts) = builder.finish().unwrap();
    assert_eq!(words.terms().collect::<Vec<_>>(), ["cat", "cats", "dog", "dogs", "sat", "the"]);
    assert_eq!((words.len(), words.term(6), words.is_empty()), (6, None, false));
    assert_eq!((counts.rows(), counts.columns(), counts.entries()), (4, 6, 7));
    let same = words.transform(&context, &texts).unwrap();
    assert_eq!(same.to_csr::<i64, f64>().unwrap(), counts.to_csr().unwrap());
    let (known, terms) = words.transform_counted(&context, &["cat bird"]).unwrap();
    assert_eq!((known.entries(), terms), (1, vec![2]));
    let given = Vectorizer::from_terms(&context, &["dog", "cat"]).unwrap();
    assert_eq!(given.transform(&context, &["cat cat"]).unwrap().entries(), 1);
}

#[test]
fn listings_agree_with_the_solvers() {
    let context = Context::new().unwrap();
    let all = methods().unwrap();
    assert!(all.len() > 20 && all.iter().all(|method| !method.summary.is_empty()));
    for method in all {
        assert_eq!(Solver::new(&context, method.name).unwrap().method(), method.name);
    }
    let option = |name| options().unwrap().into_iter().find(|option| option.name == name).unwrap();
    assert!(option("update").expert);
    let weighting = option("weighting");
    assert!(!weighting.expert);
    assert_eq!(weighting.kind, OptionType::Text);
    assert!(weighting.words.contains(&"tfidf"));
    assert!(method_uses("lccf", "neighbors") && !method_uses("kmeans", "neighbors"));
    assert!(option_words("lccf", "weighting").contains(&"none"));
    assert_eq!(dense_default("nmf", "max-iterations"), Some("1000"));
    assert_eq!(dense_default("nmf", "no-such"), None);
    assert!(version().starts_with("0.2") && version_number() >= 200);
    assert!(!has_feature("no-such"));
}
