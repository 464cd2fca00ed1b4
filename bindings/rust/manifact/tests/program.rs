//! The same clusters as the program, whose path is in MANIFACT; and the README.
mod support;

use std::process::Command;

use manifact::*;
use support::counts;

#[test]
fn labels_are_those_of_the_program() {
    let program = match std::env::var("MANIFACT") {
        Ok(program) => program,
        Err(_) => return println!("skipped: MANIFACT does not name the program"),
    };
    let context = Context::new().unwrap();
    let x = counts(150, 4).matrix(&context);
    let folder = std::env::temp_dir().join(format!("manifact-rust-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let (input, output) = (folder.join("x.mtx"), folder.join("out"));
    x.write(&context, &input).unwrap();
    for method in ["auto", "lccf", "nmf", "ncut", "kmeans"] {
        let mut command = Command::new(&program);
        command.arg("cluster").arg(&input).args(["-k", "4", "-q", "--force", "-m", method]);
        assert!(command.arg("-o").arg(&output).status().unwrap().success());
        let model = Solver::new(&context, method).unwrap().fit(&x, 4).unwrap();
        let text = std::fs::read_to_string(output.join("labels.txt")).unwrap();
        let labels: Vec<i32> = text.lines().map(|line| line.parse().unwrap()).collect();
        assert_eq!(labels, model.labels(), "{method}");
        let theirs = Model::load(&context, output.join("model.manifact")).unwrap();
        assert!(theirs.memberships() == model.memberships(), "{method}");
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

/// Run by its example; here it is the same text.
#[test]
fn the_example_of_the_readme_is_the_one_that_runs() {
    let readme = include_str!("../../README.md");
    let begin = readme.find("```rust\n").unwrap() + "```rust\n".len();
    let end = begin + readme[begin..].find("```").unwrap();
    assert_eq!(&readme[begin..end], include_str!("../examples/readme.rs"));
}

mod example {
    include!("../examples/readme.rs");

    #[test]
    fn the_example_of_the_readme_works() {
        main().unwrap();
    }
}
