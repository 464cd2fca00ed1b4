//! Data of the tests.
#![allow(dead_code)]

use manifact::{Context, Matrix, Model, Solver};

/// A generator of numbers that is the same everywhere.
pub struct Numbers(pub u64);

impl Numbers {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        self.0 >> 33
    }

    /// 0 .. bound - 1.
    pub fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }
}

/// Counts of `documents` documents of `classes` classes; each class has 12 terms of its own, and 12
/// more are common to all.
pub struct Counts {
    pub shape: (usize, usize),
    pub indptr: Vec<i64>,
    pub indices: Vec<i32>,
    pub values: Vec<f64>,
    pub classes: Vec<i32>,
}

pub fn counts(documents: usize, classes: usize) -> Counts {
    let (mut random, terms) = (Numbers(7), 12 * (classes + 1));
    let mut made = Counts {
        shape: (documents, terms),
        indptr: vec![0],
        indices: Vec::new(),
        values: Vec::new(),
        classes: (0..documents).map(|i| (i % classes) as i32).collect(),
    };
    for i in 0..documents {
        let mut row = vec![0; terms];
        for _ in 0..20 {
            row[12 * (i % classes) + random.below(12)] += 1;
        }
        for _ in 0..6 {
            row[12 * classes + random.below(12)] += 1;
        }
        for (j, &count) in row.iter().enumerate().filter(|(_, &count)| count > 0) {
            made.indices.push(j as i32);
            made.values.push(f64::from(count));
        }
        made.indptr.push(made.indices.len() as i64);
    }
    made
}

impl Counts {
    pub fn matrix(&self, context: &Context) -> Matrix {
        Matrix::csr(context, self.shape, &self.indptr, &self.indices, &self.values).unwrap()
    }
}

pub fn fit(context: &Context, method: &str, x: &Matrix, k: usize) -> Model {
    Solver::new(context, method).unwrap().fit(x, k).unwrap()
}
