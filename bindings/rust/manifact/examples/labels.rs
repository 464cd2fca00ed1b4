//! What a fit finds, for the test across languages, whose driver in C says what is
//! read and printed: `labels INPUT METHOD K [NAME=VALUE...]`.

use std::error::Error;
use std::fs;

use manifact::{Constraints, Context, Matrix, Model, Seed, Solver, Vectorizer};

fn numbers<T: std::str::FromStr>(line: &str) -> Result<Vec<T>, T::Err> {
    line.split_whitespace().map(str::parse).collect()
}

fn dense(context: &Context, lines: &[&str]) -> Result<Matrix, Box<dyn Error>> {
    let shape = numbers::<usize>(lines[0])?;
    let values = numbers::<f64>(&lines[1..].join(" "))?;
    Ok(Matrix::dense(context, (shape[0], shape[1]), &values)?)
}

fn sparse(context: &Context, lines: &[&str]) -> Result<Matrix, Box<dyn Error>> {
    let shape = numbers::<usize>(lines[0])?;
    let (mut indptr, mut indices, mut values) = (vec![0i64], Vec::<i32>::new(), Vec::<f64>::new());
    for line in &lines[1..] {
        for entry in line.split_whitespace() {
            let (column, value) = entry.split_once(':').ok_or("an entry is column:value")?;
            indices.push(column.parse()?);
            values.push(value.parse()?);
        }
        indptr.push(indices.len() as i64);
    }
    Ok(Matrix::csr(context, (shape[0], shape[1]), &indptr, &indices, &values)?)
}

fn bits<'a>(values: impl IntoIterator<Item = &'a f64>) -> String {
    values.into_iter().map(|value| format!("{:016x}", value.to_bits())).collect()
}

fn explanation(context: &Context, model: &Model, x: &Matrix) -> Result<String, Box<dyn Error>> {
    let found = model.explain(context, x, None, 3)?;
    let contributions = found.contributions.to_csr::<i64, f64>()?;
    Ok(bits(&found.scores) + &bits(&found.rests) + &bits(&contributions.values))
}

fn groups(model: &Model) -> Result<String, Box<dyn Error>> {
    let groups: Vec<i32> = (0..model.labels().len()).map(|i| (i % 2) as i32).collect();
    let tests = model.group_tests(&groups, 2)?;
    Ok(tests.iter().map(|t| bits(&[t.statistic, t.p, t.adjusted, t.expected])).collect())
}

fn seeds(context: &Context, x: &Matrix, k: usize) -> Result<String, Box<dyn Error>> {
    let third = (x.columns() / 3) as i64;
    let seeds = [
        Seed { topic: 0, columns: vec![0], weight: 1.0 },
        Seed { topic: 1, columns: vec![third], weight: 2.0 },
        Seed { topic: 2, columns: vec![2 * third, 2 * third + 1], weight: 1.0 },
    ];
    let found = Constraints::labels_by_seeds(context, x, &seeds, 3, k)?;
    let labels = found.labels.iter().map(i32::to_string);
    let counts = found.matched.iter().chain(&found.chosen).map(i64::to_string);
    Ok(labels.chain(counts).collect::<Vec<_>>().join(" "))
}

fn titles(model: &Model) -> Result<String, Box<dyn Error>> {
    let titles: Vec<&str> = (0..model.clusters()).filter_map(|c| model.title(c)).collect();
    Ok(titles.join(" | "))
}

fn drift(context: &Context, model: &Model, lines: &[&str]) -> Result<String, Box<dyn Error>> {
    let added: Vec<String> = lines[..6].iter().map(|line| format!("{line} tungsten")).collect();
    let grown = model.update_texts(context, &added, &[])?;
    let d = grown.drift(0)?;
    Ok(format!("{} {} {} {} {}", d.documents, d.far, d.unassigned, d.terms, d.unknown))
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (input, method, k) = match arguments.as_slice() {
        [input, method, k, ..] => (input, method, k.parse()?),
        _ => return Err("labels INPUT METHOD K [NAME=VALUE...]".into()),
    };
    let context = Context::new()?;
    let mut solver = Solver::new(&context, method)?;
    for option in &arguments[3..] {
        let (name, value) = option.split_once('=').ok_or("an option is NAME=VALUE")?;
        solver.set(name, value)?;
    }
    let text = fs::read_to_string(input)?;
    let lines: Vec<&str> = text.lines().collect();
    let x = if input.ends_with(".txt") {
        let mut builder = Vectorizer::builder(&context)?;
        builder.take_limits(&solver)?.add_many(&lines)?;
        let (words, counts) = builder.finish()?;
        solver.set_vectorizer(Some(&words))?;
        solver.set_column("excerpt", Some(&lines))?;
        counts
    } else if input.ends_with(".csr") {
        sparse(&context, &lines)?
    } else {
        dense(&context, &lines)?
    };
    let model = solver.fit(&x, k)?;
    let labels: Vec<String> = model.labels().iter().map(i32::to_string).collect();
    println!("{}", labels.join(" "));
    println!("{}", bits(model.memberships()));
    let is_explained = !input.ends_with(".txt") && model.has_additive_score();
    let none = || Ok("-".to_string());
    println!("{}", if is_explained { explanation(&context, &model, &x) } else { none() }?);
    println!("{}", groups(&model)?);
    println!("{}", if input.ends_with(".csr") { seeds(&context, &x, k) } else { none() }?);
    println!("{}", if input.ends_with(".txt") { titles(&model) } else { none() }?);
    println!("{}", if input.ends_with(".txt") { drift(&context, &model, &lines) } else { none() }?);
    Ok(())
}
