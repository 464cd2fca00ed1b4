//! Tables of Arrow columns that are made here, by the layout of the C data interface.
#![deny(unsafe_op_in_unsafe_fn)]

use std::ffi::CString;
use std::os::raw::{c_char, c_void};
use std::ptr::{null, null_mut};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::Arc;

use manifact::{ColumnType, Context, Status, Table};

#[repr(C)]
struct Schema {
    format: *const c_char,
    name: *const c_char,
    metadata: *const c_char,
    flags: i64,
    n_children: i64,
    children: *mut *mut Schema,
    dictionary: *mut Schema,
    release: Option<unsafe extern "C" fn(*mut Schema)>,
    private_data: *mut c_void,
}

#[repr(C)]
struct Array {
    length: i64,
    null_count: i64,
    offset: i64,
    n_buffers: i64,
    n_children: i64,
    buffers: *mut *const c_void,
    children: *mut *mut Array,
    dictionary: *mut Array,
    release: Option<unsafe extern "C" fn(*mut Array)>,
    private_data: *mut c_void,
}

unsafe extern "C" fn release_schema(schema: *mut Schema) {
    unsafe {
        drop(Box::from_raw((*schema).private_data.cast::<(CString, Arc<AtomicUsize>)>()));
        (*schema).release = None;
    }
}

struct Owned {
    _values: Vec<f64>,
    _buffers: Box<[*const c_void]>,
    released: Arc<AtomicUsize>,
}

unsafe extern "C" fn release_array(array: *mut Array) {
    unsafe {
        let owned = Box::from_raw((*array).private_data.cast::<Owned>());
        owned.released.fetch_add(1, Ordering::SeqCst);
        (*array).release = None;
    }
}

/// A column of doubles, and how often it was released.
fn column(format: &str, values: Vec<f64>) -> (Schema, Array, Arc<AtomicUsize>) {
    let released = Arc::new(AtomicUsize::new(0));
    let format = Box::new((CString::new(format).unwrap(), released.clone()));
    let schema = Schema {
        format: format.0.as_ptr(),
        name: null(),
        metadata: null(),
        flags: 0,
        n_children: 0,
        children: null_mut(),
        dictionary: null_mut(),
        release: Some(release_schema),
        private_data: Box::into_raw(format).cast(),
    };
    let length = values.len() as i64;
    let buffers = vec![null(), values.as_ptr().cast()].into_boxed_slice();
    let mut owned =
        Box::new(Owned { _values: values, _buffers: buffers, released: released.clone() });
    let buffers = owned._buffers.as_mut_ptr();
    let array = Array {
        length,
        null_count: 0,
        offset: 0,
        n_buffers: 2,
        n_children: 0,
        buffers,
        children: null_mut(),
        dictionary: null_mut(),
        release: Some(release_array),
        private_data: Box::into_raw(owned).cast(),
    };
    (schema, array, released)
}

fn table_of(context: &Context, schema: &mut Schema, array: &mut Array) -> manifact::Result<Table> {
    let (schema, array): (*mut Schema, *mut Array) = (schema, array);
    unsafe { Table::from_arrow(context, schema.cast(), array.cast()) }
}

#[test]
fn a_column_is_moved_and_used_in_place() {
    let context = Context::new().unwrap();
    let (mut schema, mut array, released) = column("g", vec![1.0, 2.0, 4.0]);
    let table = table_of(&context, &mut schema, &mut array).unwrap();
    assert!(schema.release.is_none() && array.release.is_none());
    assert_eq!((table.rows(), table.columns()), (3, 1));
    assert_eq!((table.column_name(0), table.column_name(1)), (Some(""), None));
    assert_eq!((table.find_column(""), table.find_column("x")), (Some(0), None));
    assert_eq!(table.column_type(0), ColumnType::Numbers);
    assert_eq!(table.numbers(&context, 0).unwrap(), [1.0, 2.0, 4.0]);
    assert_eq!(table.labels(&context, 0).unwrap(), [1, 2, 4]);
    assert_eq!(table.texts(&context, 0).unwrap(), ["1", "2", "4"]);
    assert_eq!(table.nulls(&context, 0).unwrap(), 0);
    assert_eq!(table.matrix(&context, &[1]).unwrap_err().status(), Status::Argument);
    let matrix = table.matrix(&context, &[0]).unwrap();
    drop(table);
    assert_eq!(released.load(Ordering::SeqCst), 0);
    assert_eq!(matrix.rows(), 3);
    drop(matrix);
    assert_eq!(released.load(Ordering::SeqCst), 1);
}

#[test]
fn an_error_releases_the_structures() {
    let context = Context::new().unwrap();
    let (mut schema, mut array, released) = column("what", vec![1.0]);
    let error = table_of(&context, &mut schema, &mut array).unwrap_err();
    assert_eq!(error.status(), Status::Structure);
    assert!(error.to_string().contains("format \"what\" is unknown"), "{error}");
    assert_eq!(released.load(Ordering::SeqCst), 1);
    let gone = table_of(&context, &mut schema, &mut array).unwrap_err();
    assert!(gone.to_string().contains("released"), "{gone}");
}
