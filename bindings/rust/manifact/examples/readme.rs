use manifact::{Context, Solver, Vectorizer};

fn main() -> manifact::Result<()> {
    let context = Context::new()?;
    let texts = ["cat dog", "stock bond", "dog cat pet", "bond stock fund", "cat pet", "fund bond"];
    let (words, counts) = Vectorizer::count(&context, &texts)?;
    let mut solver = Solver::new(&context, "lccf")?;
    let model = solver.set("neighbors", 2)?.set_vectorizer(Some(&words))?.fit(&counts, 2)?;
    println!("{:?} {:?}", model.labels(), model.top_words(0, 3)?);
    Ok(())
}
