use std::ffi::CString;
use std::fmt;
use std::ptr;

use manifact_sys as sys;

pub use manifact_sys::{ArrowArray, ArrowArrayStream, ArrowSchema};

use crate::context::Context;
use crate::error::Result;
use crate::handle::{counted_handle, made};
use crate::matrix::Matrix;
use crate::numbers::{count, length};
use crate::views;

counted_handle! {
    /// Columns of another library, by the Arrow C data interface.
    Table, manifact_table, manifact_table_retain, manifact_table_free
}

/// What a column of a [`Table`] holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ColumnType {
    /// A type that is not read, such as a structure.
    Other,
    /// Numbers, or true and false.
    Numbers,
    /// Lists of numbers.
    Vectors,
    /// Texts.
    Texts,
    /// Dates and timestamps.
    Times,
    /// Nulls only.
    Nulls,
}

impl Table {
    fn made(
        context: &Context,
        call: impl FnOnce(*mut *mut sys::manifact_table) -> sys::manifact_status,
    ) -> Result<Table> {
        let mut out = ptr::null_mut();
        let status = call(&mut out);
        made(out, Table::from_raw, || context.check(status))
    }

    /// A table of an array and its schema, such as `FFI_ArrowSchema` and `FFI_ArrowArray` of the
    /// crate arrow: cast their pointers. Both are moved: their `release` is NULL afterwards, also
    /// after an error (`manifact_table_from_arrow`).
    ///
    /// # Safety
    /// The pointers are those of valid structures of the Arrow C data interface, or of released
    /// ones, whose buffers are as large as their lengths demand, and whose `release` may be called
    /// on any thread.
    pub unsafe fn from_arrow(
        context: &Context,
        schema: *mut ArrowSchema,
        array: *mut ArrowArray,
    ) -> Result<Table> {
        Table::made(context, |out| unsafe {
            sys::manifact_table_from_arrow(context.as_raw(), schema, array, out)
        })
    }

    /// The same of all batches of a stream, which is moved (`manifact_table_from_arrow_stream`).
    ///
    /// # Safety
    /// As `from_arrow`.
    pub unsafe fn from_arrow_stream(
        context: &Context,
        stream: *mut ArrowArrayStream,
    ) -> Result<Table> {
        Table::made(context, |out| unsafe {
            sys::manifact_table_from_arrow_stream(context.as_raw(), stream, out)
        })
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        count(unsafe { sys::manifact_table_rows(self.as_raw()) })
    }

    /// The number of columns.
    pub fn columns(&self) -> usize {
        count(unsafe { sys::manifact_table_columns(self.as_raw()) })
    }

    /// The name of a column.
    pub fn column_name(&self, column: usize) -> Option<&str> {
        let name = unsafe { sys::manifact_table_column_name(self.as_raw(), length(column)) };
        unsafe { views::text(self, name) }
    }

    /// The column of a name; None if there is none, or there are several.
    pub fn find_column(&self, name: &str) -> Option<usize> {
        let name = CString::new(name).ok()?;
        let found = unsafe { sys::manifact_table_find_column(self.as_raw(), name.as_ptr()) };
        usize::try_from(found).ok()
    }

    /// What a column holds.
    pub fn column_type(&self, column: usize) -> ColumnType {
        match unsafe { sys::manifact_table_column_type(self.as_raw(), length(column)) } {
            sys::MANIFACT_COLUMN_NUMBERS => ColumnType::Numbers,
            sys::MANIFACT_COLUMN_VECTORS => ColumnType::Vectors,
            sys::MANIFACT_COLUMN_TEXTS => ColumnType::Texts,
            sys::MANIFACT_COLUMN_TIMES => ColumnType::Times,
            sys::MANIFACT_COLUMN_NULLS => ColumnType::Nulls,
            _ => ColumnType::Other,
        }
    }

    /// The number of nulls in a column.
    pub fn nulls(&self, context: &Context, column: usize) -> Result<usize> {
        let mut nulls = 0;
        context.check(unsafe {
            sys::manifact_table_nulls(context.as_raw(), self.as_raw(), length(column), &mut nulls)
        })?;
        Ok(count(nulls))
    }

    /// A matrix of columns of numbers and vectors, in this order (`manifact_table_matrix`).
    pub fn matrix(&self, context: &Context, columns: &[usize]) -> Result<Matrix> {
        let columns: Vec<i64> = columns.iter().map(|&column| length(column)).collect();
        let mut out = ptr::null_mut();
        let status = unsafe {
            let (raw, chosen) = (self.as_raw(), columns.as_ptr());
            sys::manifact_table_matrix(
                context.as_raw(),
                raw,
                chosen,
                length(columns.len()),
                &mut out,
            )
        };
        made(out, Matrix::from_raw, || context.check(status))
    }

    /// A column as texts; bytes that are not UTF-8 become U+FFFD, nulls are empty
    /// (`manifact_table_texts`).
    pub fn texts(&self, context: &Context, column: usize) -> Result<Vec<String>> {
        let (mut bytes, mut offsets) = (ptr::null(), ptr::null());
        context.check(unsafe {
            let raw = self.as_raw();
            sys::manifact_table_texts(
                context.as_raw(),
                raw,
                length(column),
                &mut bytes,
                &mut offsets,
            )
        })?;
        let ends = unsafe { views::slice(self, offsets, self.rows() + 1) }.unwrap_or(&[]);
        let text = |pair: &[i64]| {
            let begin = unsafe { bytes.add(count(pair[0])) };
            let part = unsafe { views::slice(self, begin.cast(), count(pair[1] - pair[0])) };
            String::from_utf8_lossy(part.unwrap_or(&[])).into_owned()
        };
        Ok(ends.windows(2).map(text).collect())
    }

    /// A column of numbers, or of dates and times in seconds since 1970; NaN for a null
    /// (`manifact_table_numbers`).
    pub fn numbers(&self, context: &Context, column: usize) -> Result<Vec<f64>> {
        let mut values = vec![0.0; self.rows()];
        context.check(unsafe {
            let (raw, to) = (self.as_raw(), values.as_mut_ptr());
            let rows = length(values.len());
            sys::manifact_table_numbers(context.as_raw(), raw, length(column), to, rows)
        })?;
        Ok(values)
    }

    /// A column as labels: whole numbers as they are, texts numbered by their first occurrence, -1
    /// for a null (`manifact_table_labels`).
    pub fn labels(&self, context: &Context, column: usize) -> Result<Vec<i32>> {
        let mut labels = vec![0; self.rows()];
        context.check(unsafe {
            let (raw, to) = (self.as_raw(), labels.as_mut_ptr());
            let rows = length(labels.len());
            sys::manifact_table_labels(context.as_raw(), raw, length(column), to, rows)
        })?;
        Ok(labels)
    }
}

impl fmt::Debug for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Table({} x {})", self.rows(), self.columns())
    }
}
