use std::ffi::CString;
use std::fmt;
use std::ops::Range;
use std::os::raw::c_void;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::process::abort;
use std::ptr;

use manifact_sys as sys;

use crate::context::Context;
use crate::enums::Format;
use crate::error::{checked, Error, Result, Status};
use crate::files::path_of;
use crate::handle::{counted_handle, made};
use crate::numbers::{count, length, Index, Number};
use crate::views::{self, Texts};

counted_handle! {
    /// Documents by features, sparse or dense. Documents are rows.
    Matrix, manifact_matrix, manifact_matrix_retain, manifact_matrix_free
}

/// Compressed sparse rows: row i has the columns `indices[indptr[i]..indptr[i + 1]]`, sorted, and
/// the values at the same positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Csr<I = i64, T = f64> {
    /// One entry more than there are rows.
    pub indptr: Vec<I>,
    /// The columns.
    pub indices: Vec<I>,
    /// The values.
    pub values: Vec<T>,
}

/// The entries of some rows, one row after the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rows<I = i64, T = f64> {
    /// The columns.
    pub indices: Vec<I>,
    /// The values.
    pub values: Vec<T>,
}

/// Drops the owner of borrowed arrays; a panic there ends the process.
unsafe extern "C" fn release<O>(user: *mut c_void) {
    let owner = unsafe { Box::from_raw(user.cast::<O>()) };
    // There is no caller in Rust to whom a panic could go on.
    if catch_unwind(AssertUnwindSafe(|| drop(owner))).is_err() {
        abort();
    }
}

fn wrong_length(name: &str, given: usize, needed: usize) -> Error {
    Error::new(Status::Length, format!("{name} has {given} entries and not {needed}"))
}

fn check_sparse(indptr: usize, groups: usize, indices: usize, values: usize) -> Result<()> {
    if groups.checked_add(1) != Some(indptr) {
        return Err(wrong_length("indptr", indptr, groups.saturating_add(1)));
    }
    if indices != values {
        return Err(wrong_length("indices", indices, values));
    }
    Ok(())
}

fn check_dense(values: usize, rows: usize, columns: usize) -> Result<()> {
    if rows.checked_mul(columns) != Some(values) {
        return Err(wrong_length("values", values, rows.saturating_mul(columns)));
    }
    Ok(())
}

impl Matrix {
    fn made(
        context: &Context,
        call: impl FnOnce(*mut *mut sys::manifact_matrix) -> sys::manifact_status,
    ) -> Result<Matrix> {
        let mut out = ptr::null_mut();
        let status = call(&mut out);
        made(out, Matrix::from_raw, || context.check(status))
    }

    /// Compressed sparse rows, which are checked and copied; `shape` is (rows, columns). Unsorted
    /// rows are sorted, and duplicate entries summed (`manifact_matrix_create_csr`).
    pub fn csr<P: Index, I: Index, T: Number>(
        context: &Context,
        shape: (usize, usize),
        indptr: &[P],
        indices: &[I],
        values: &[T],
    ) -> Result<Matrix> {
        check_sparse(indptr.len(), shape.0, indices.len(), values.len())?;
        Matrix::made(context, |out| unsafe {
            sys::manifact_matrix_create_csr(
                context.as_raw(),
                length(shape.0),
                length(shape.1),
                length(values.len()),
                indptr.as_ptr().cast(),
                P::TYPE,
                indices.as_ptr().cast(),
                I::TYPE,
                0,
                values.as_ptr().cast(),
                T::TYPE,
                sys::MANIFACT_COPY,
                None,
                ptr::null_mut(),
                out,
            )
        })
    }

    /// The same without a copy: the library uses the arrays in place if the indices of each row
    /// ascend (it copies an `indptr` of `i32`), and drops the owners when it no longer needs them,
    /// on any thread. An owner is for example a `Vec` or an `Arc<[T]>`.
    pub fn csr_owned<P: Index, I: Index, T: Number>(
        context: &Context,
        shape: (usize, usize),
        indptr: impl AsRef<[P]> + Send + 'static,
        indices: impl AsRef<[I]> + Send + 'static,
        values: impl AsRef<[T]> + Send + 'static,
    ) -> Result<Matrix> {
        // On the heap first: arrays inside of the owners keep their places.
        let owner = Box::new((indptr, indices, values));
        let (indptr, indices, values) = (owner.0.as_ref(), owner.1.as_ref(), owner.2.as_ref());
        check_sparse(indptr.len(), shape.0, indices.len(), values.len())?;
        let arrays = (indptr.as_ptr(), indices.as_ptr(), values.as_ptr(), values.len());
        let release = release_of(&*owner);
        let user = Box::into_raw(owner);
        Matrix::made(context, |out| unsafe {
            sys::manifact_matrix_create_csr(
                context.as_raw(),
                length(shape.0),
                length(shape.1),
                length(arrays.3),
                arrays.0.cast(),
                P::TYPE,
                arrays.1.cast(),
                I::TYPE,
                0,
                arrays.2.cast(),
                T::TYPE,
                sys::MANIFACT_BORROW,
                Some(release),
                user.cast(),
                out,
            )
        })
    }

    /// Compressed sparse columns, copied: as [`csr`](Matrix::csr) with rows and columns exchanged.
    pub fn csc<P: Index, I: Index, T: Number>(
        context: &Context,
        shape: (usize, usize),
        indptr: &[P],
        indices: &[I],
        values: &[T],
    ) -> Result<Matrix> {
        check_sparse(indptr.len(), shape.1, indices.len(), values.len())?;
        Matrix::made(context, |out| unsafe {
            sys::manifact_matrix_create_csc(
                context.as_raw(),
                length(shape.0),
                length(shape.1),
                length(values.len()),
                indptr.as_ptr().cast(),
                P::TYPE,
                indices.as_ptr().cast(),
                I::TYPE,
                0,
                values.as_ptr().cast(),
                T::TYPE,
                out,
            )
        })
    }

    /// Dense values row by row, copied; `shape` is (rows, columns)
    /// (`manifact_matrix_create_dense`).
    pub fn dense<T: Number>(
        context: &Context,
        shape: (usize, usize),
        values: &[T],
    ) -> Result<Matrix> {
        check_dense(values.len(), shape.0, shape.1)?;
        Matrix::made(context, |out| unsafe {
            sys::manifact_matrix_create_dense(
                context.as_raw(),
                length(shape.0),
                length(shape.1),
                length(shape.1),
                1,
                values.as_ptr().cast(),
                T::TYPE,
                sys::MANIFACT_COPY,
                None,
                ptr::null_mut(),
                out,
            )
        })
    }

    /// The same without a copy; the owner, for example a `Vec`, is dropped when the library no
    /// longer needs the values, on any thread.
    pub fn dense_owned<T: Number>(
        context: &Context,
        shape: (usize, usize),
        values: impl AsRef<[T]> + Send + 'static,
    ) -> Result<Matrix> {
        let owner = Box::new(values);
        let values = (*owner).as_ref();
        check_dense(values.len(), shape.0, shape.1)?;
        let pointer = values.as_ptr();
        let release = release_of(&*owner);
        let user = Box::into_raw(owner);
        Matrix::made(context, |out| unsafe {
            sys::manifact_matrix_create_dense(
                context.as_raw(),
                length(shape.0),
                length(shape.1),
                length(shape.1),
                1,
                pointer.cast(),
                T::TYPE,
                sys::MANIFACT_BORROW,
                Some(release),
                user.cast(),
                out,
            )
        })
    }

    /// Reads a file, plain or gzip (`manifact_matrix_read`).
    pub fn read(
        context: &Context,
        path: impl AsRef<std::path::Path>,
        format: Format,
    ) -> Result<Matrix> {
        let path = path_of(path.as_ref())?;
        Matrix::made(context, |out| unsafe {
            sys::manifact_matrix_read(context.as_raw(), path.as_ptr(), format.code(), out)
        })
    }

    /// Reads a matrix from memory; `name` is used as the file name in messages and for
    /// [`Format::Auto`].
    pub fn parse(context: &Context, data: &[u8], name: &str, format: Format) -> Result<Matrix> {
        let name = CString::new(name)?;
        Matrix::made(context, |out| unsafe {
            let data_pointer = data.as_ptr().cast();
            let code = format.code();
            let raw = context.as_raw();
            sys::manifact_matrix_parse(raw, data_pointer, data.len(), name.as_ptr(), code, out)
        })
    }

    /// Writes the matrix in the format of Matrix Market, compressed if the name ends in `.gz`.
    pub fn write(&self, context: &Context, path: impl AsRef<std::path::Path>) -> Result<()> {
        let path = path_of(path.as_ref())?;
        context.check(unsafe {
            sys::manifact_matrix_write(context.as_raw(), self.as_raw(), path.as_ptr())
        })?;
        Ok(())
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        count(unsafe { sys::manifact_matrix_rows(self.as_raw()) })
    }

    /// The number of columns.
    pub fn columns(&self) -> usize {
        count(unsafe { sys::manifact_matrix_columns(self.as_raw()) })
    }

    /// The number of stored entries; of a dense matrix those that are not 0.
    pub fn entries(&self) -> usize {
        count(unsafe { sys::manifact_matrix_entries(self.as_raw()) })
    }

    /// Whether the matrix is stored densely.
    pub fn is_dense(&self) -> bool {
        unsafe { sys::manifact_matrix_is_dense(self.as_raw()) != 0 }
    }

    /// Whether the values are stored as f32 rather than f64.
    pub fn is_float(&self) -> bool {
        unsafe { sys::manifact_matrix_value_type(self.as_raw()) == sys::MANIFACT_FLOAT }
    }

    /// A copy as compressed sparse rows. An index that does not fit the type of the caller is an
    /// error.
    pub fn to_csr<I: Index, T: Number>(&self) -> Result<Csr<I, T>> {
        let entries = self.entries();
        let mut csr = Csr {
            indptr: vec![I::default(); self.rows() + 1],
            indices: vec![I::default(); entries],
            values: vec![T::default(); entries],
        };
        checked(unsafe {
            sys::manifact_matrix_copy_csr(
                self.as_raw(),
                csr.indptr.as_mut_ptr().cast(),
                I::TYPE,
                csr.indices.as_mut_ptr().cast(),
                I::TYPE,
                csr.values.as_mut_ptr().cast(),
                T::TYPE,
                length(entries),
            )
        })?;
        Ok(csr)
    }

    /// A copy of some rows, for a matrix too large to be copied as a whole; `entries` is the number
    /// of their entries, which the `indptr` of [`to_csr`](Matrix::to_csr) gives.
    pub fn copy_rows<I: Index, T: Number>(
        &self,
        rows: Range<usize>,
        entries: usize,
    ) -> Result<Rows<I, T>> {
        let mut copy =
            Rows { indices: vec![I::default(); entries], values: vec![T::default(); entries] };
        checked(unsafe {
            sys::manifact_matrix_copy_rows(
                self.as_raw(),
                length(rows.start),
                length(rows.len()),
                copy.indices.as_mut_ptr().cast(),
                I::TYPE,
                copy.values.as_mut_ptr().cast(),
                T::TYPE,
                length(entries),
            )
        })?;
        Ok(copy)
    }

    /// The rows as a fit sees them: weighted and scaled by the words of the options `weighting` and
    /// `scaling` (`manifact_matrix_weight`).
    pub fn weighted(&self, context: &Context, weighting: &str, scaling: &str) -> Result<Matrix> {
        let (weighting, scaling) = (CString::new(weighting)?, CString::new(scaling)?);
        Matrix::made(context, |out| unsafe {
            let (weighting, scaling) = (weighting.as_ptr(), scaling.as_ptr());
            sys::manifact_matrix_weight(context.as_raw(), self.as_raw(), weighting, scaling, out)
        })
    }

    /// Names the columns (`manifact_matrix_set_feature_names`); None removes the names. A fit keeps
    /// them in the model, which then finds the columns of new documents by their names.
    pub fn set_feature_names<S: AsRef<str>>(
        &mut self,
        context: &Context,
        names: Option<&[S]>,
    ) -> Result<()> {
        let names = names.map(Texts::new);
        let (bytes, offsets, number) = match &names {
            Some(names) => (names.pointer(), names.offsets.as_ptr(), names.offsets.len() - 1),
            None => (ptr::null(), ptr::null(), 0),
        };
        context.check(unsafe {
            let (raw, number) = (self.as_raw() as *mut _, length(number));
            sys::manifact_matrix_set_feature_names(context.as_raw(), raw, bytes, offsets, number)
        })?;
        Ok(())
    }

    /// The name of a column, of `set_feature_names` or the header of a CSV file.
    pub fn feature_name(&self, feature: usize) -> Option<&str> {
        let feature = length(feature);
        let name = unsafe { sys::manifact_matrix_feature_name(self.as_raw(), feature) };
        unsafe { views::text(self, name) }
    }

    /// Gives each document a vector beside its words (`manifact_matrix_set_vectors`), a row of a
    /// dense matrix; None removes the vectors. Fits and assignments of the matrix then use both.
    pub fn set_vectors(&mut self, context: &Context, vectors: Option<&Matrix>) -> Result<()> {
        let vectors = vectors.map_or(ptr::null(), |vectors| vectors.as_raw());
        let raw = self.as_raw() as *mut _;
        context
            .check(unsafe { sys::manifact_matrix_set_vectors(context.as_raw(), raw, vectors) })?;
        Ok(())
    }

    /// The number of rows in which each column is positive, as weighting counts them.
    pub fn document_frequencies(&self, context: &Context) -> Result<Vec<i64>> {
        let columns = length(self.columns());
        let mut frequencies = vec![0; self.columns()];
        context.check(unsafe {
            let (raw, to) = (self.as_raw(), frequencies.as_mut_ptr());
            sys::manifact_matrix_document_frequencies(context.as_raw(), raw, to, columns)
        })?;
        Ok(frequencies)
    }

    /// Weights the counts by the document frequencies of another, larger collection of `documents`
    /// (`manifact_matrix_set_background`), one for each column; None: by their own again.
    pub fn set_background(
        &mut self,
        context: &Context,
        frequencies: Option<&[i64]>,
        documents: i64,
    ) -> Result<()> {
        let (from, columns) = frequencies.map_or((ptr::null(), 0), |of| (of.as_ptr(), of.len()));
        let raw = self.as_raw() as *mut _;
        context.check(unsafe {
            let columns = length(columns);
            sys::manifact_matrix_set_background(context.as_raw(), raw, from, columns, documents)
        })?;
        Ok(())
    }

    /// The number of documents of that collection, 0 if there is none.
    pub fn background_documents(&self) -> i64 {
        unsafe { sys::manifact_matrix_background_documents(self.as_raw()) }
    }

    /// The leading number of each line of an svmlight file.
    pub fn row_labels(&self) -> Option<&[f64]> {
        let labels = unsafe { sys::manifact_matrix_row_labels(self.as_raw()) };
        (!labels.is_null()).then(|| unsafe { std::slice::from_raw_parts(labels, self.rows()) })
    }
}

/// The function that drops an owner, whose type may have no name.
fn release_of<O>(_: &O) -> sys::manifact_borrow_release_fn {
    release::<O>
}

impl fmt::Debug for Matrix {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = if self.is_dense() { "dense" } else { "sparse" };
        write!(out, "Matrix({} x {}, {kind})", self.rows(), self.columns())
    }
}
