// AnnData, 10x, Loom, BIOM, MATLAB 7.3 and other HDF5 files, by the HDF5 library.
#include "readers/modules/apart.hpp"
#include "readers/modules/hdf5_file.hpp"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <utility>

#include "readers/converted.hpp"
#include "terminal/failure.hpp"

namespace cli {
namespace {

void require_axes(const Hdf5File &file, std::int64_t rows, std::int64_t columns,
                  const std::string &name) {
  if (rows <= 0 || columns <= 0) file.fail(name + " is empty");
  if (rows > longest_axis || columns > longest_axis) file.fail(name + " is too large");
}

DenseArrays dense_of(const Hdf5File &file, const std::string &name, bool by_columns) {
  const auto dims = file.shape(file.dataset(name));
  DenseArrays arrays;
  arrays.name = file.path();
  arrays.by_columns = by_columns;
  arrays.rows = static_cast<std::int64_t>(dims->dims[by_columns ? 1 : 0]);
  arrays.columns = static_cast<std::int64_t>(dims->dims[by_columns ? 0 : 1]);
  require_axes(file, arrays.rows, arrays.columns, name);
  arrays.values = file.numbers(name, file.own_type(name));
  return arrays;
}

SparseArrays sparse_of(const Hdf5File &file, const std::array<std::string, 3> &parts,
                       Compressed layout, std::int64_t rows, std::int64_t columns,
                       const std::string &name) {
  SparseArrays arrays;
  arrays.name = file.path();
  arrays.layout = layout;
  arrays.rows = rows;
  arrays.columns = columns;
  require_axes(file, rows, columns, name);
  arrays.starts = file.numbers(parts[0], MANIFACT_INT64);
  const std::int64_t outer = layout == Compressed::rows ? rows : columns;
  if (arrays.starts.count != outer + 1) file.fail_damaged(name);
  arrays.indices.type = MANIFACT_INT64;
  arrays.values.type = MANIFACT_DOUBLE;
  if (arrays.starts.index(outer) > 0) {
    arrays.indices = file.numbers(parts[1], MANIFACT_INT64);
    arrays.values = file.numbers(parts[2], MANIFACT_DOUBLE);
  }
  if (arrays.indices.count != arrays.values.count ||
      arrays.indices.count != arrays.starts.index(outer))
    file.fail_damaged(name);
  return arrays;
}

// A column of obs or var: texts, numbers, or categories with codes.
std::vector<std::string> column_of(const Hdf5File &file, const std::string &name) {
  if (!file.is_group(name)) return file.texts(name);
  if (file.has(name + "/values")) return file.texts(name + "/values");
  const std::vector<std::string> categories = file.texts(name + "/categories");
  const Numbers codes = file.numbers(name + "/codes", MANIFACT_INT64);
  std::vector<std::string> texts;
  for (std::int64_t i = 0; i < codes.count; ++i) {
    const std::int64_t code = codes.as<std::int64_t>()[i];
    if (code >= std::ssize(categories)) file.fail_damaged(name);
    texts.push_back(code < 0 ? "" : categories[static_cast<std::size_t>(code)]);
  }
  return texts;
}

std::vector<std::string> index_of(const Hdf5File &file, const std::string &frame,
                                  std::int64_t expected) {
  if (!file.is_group(frame)) return {};
  std::string index = file.text_attribute(frame, "_index");
  if (index.empty()) index = file.has(frame + "/_index") ? "_index" : "index";
  if (!file.has(frame + '/' + index)) return {};
  std::vector<std::string> names = column_of(file, frame + '/' + index);
  if (std::ssize(names) != expected) file.fail_damaged(frame);
  return names;
}

std::string with_arrays(const Hdf5File &file) {
  std::vector<std::string> arrays;
  for (const char *group : {"layers", "obsm"})
    for (const std::string &name : file.children(group))
      arrays.push_back(std::string(group) + '/' + name);
  if (file.has("raw/X")) arrays.emplace_back("raw/X");
  return arrays.empty() ? "" : "; other arrays (--array): " + listed(arrays);
}

std::vector<std::string> column_names(const Hdf5File &file, const std::string &frame) {
  std::vector<std::string> names = file.children(frame);
  const std::string index = file.text_attribute(frame, "_index");
  std::erase_if(names, [&](const std::string &name) {
    return name == index || name == "_index" || name == "__categories";
  });
  return names;
}

std::vector<std::string> named_column(const Hdf5File &file, const std::string &frame,
                                      const std::string &name, const char *option,
                                      std::int64_t rows) {
  const std::string path = frame + '/' + name;
  if (name.find('/') != std::string::npos || !file.has(path))
    file.fail("no column \"" + name + "\" of " + frame + " for " + option +
              "; they are: " + listed(column_names(file, frame)));
  std::vector<std::string> column = column_of(file, path);
  if (std::ssize(column) != rows) file.fail_damaged(path);
  return column;
}

void read_labels(const Hdf5File &file, const std::string &frame, const Hdf5Choice &choice,
                 std::int64_t rows, Hdf5Matrix &matrix) {
  if (choice.label) {
    matrix.labels = named_column(file, frame, *choice.label, "--label-field", rows);
    matrix.note += ", labels: " + frame + '/' + *choice.label;
  } else if (const std::vector<std::string> names = column_names(file, frame); !names.empty()) {
    matrix.note += "; columns of " + frame + " (--label-field): " + listed(names);
  }
}

void read_anndata(const Hdf5File &file, const Hdf5Choice &choice, Hdf5Matrix &matrix) {
  const std::string name = choice.array.value_or("X");
  if (!file.has(name)) file.fail("no array \"" + name + '"' + with_arrays(file));
  if (file.is_group(name)) {
    std::string kind = file.text_attribute(name, "encoding-type");
    if (kind.empty()) kind = file.text_attribute(name, "h5sparse_format") + "_matrix";
    std::vector<std::int64_t> axes = file.numbers_attribute(name, "shape");
    if (axes.empty()) axes = file.numbers_attribute(name, "h5sparse_shape");
    if ((kind != "csr_matrix" && kind != "csc_matrix") || axes.size() != 2)
      file.fail(name + " is not a matrix" + with_arrays(file));
    matrix.arrays = sparse_of(file, {name + "/indptr", name + "/indices", name + "/data"},
                              kind == "csr_matrix" ? Compressed::rows : Compressed::columns,
                              axes[0], axes[1], name);
  } else if (file.is_table_of_numbers(name)) {
    matrix.arrays = dense_of(file, name, false);
  } else {
    file.fail(name + " is not a matrix" + with_arrays(file));
  }
  const auto [rows, columns] = std::visit(
      [](const auto &arrays) { return std::pair(arrays.rows, arrays.columns); }, matrix.arrays);
  matrix.ids = choice.id ? named_column(file, "obs", *choice.id, "--id-field", rows)
                         : index_of(file, "obs", rows);
  const bool is_of_var = name == "X" || name.starts_with("layers/");
  if (is_of_var || name == "raw/X")
    matrix.features = index_of(file, is_of_var ? "var" : "raw/var", columns);
  make_distinct(matrix.features, {});
  matrix.note = " is read as AnnData: " + name;
  read_labels(file, "obs", choice, rows, matrix);
  if (!choice.array) matrix.note += with_arrays(file);
}

// Cells are columns there.
void read_tenx(const Hdf5File &file, const std::string &group, Hdf5Matrix &matrix) {
  const Numbers axes = file.numbers(group + "/shape", MANIFACT_INT64);
  if (axes.count != 2) file.fail_damaged(group + "/shape");
  matrix.arrays =
      sparse_of(file, {group + "/indptr", group + "/indices", group + "/data"}, Compressed::rows,
                axes.as<std::int64_t>()[1], axes.as<std::int64_t>()[0], group);
  const bool is_new = file.is_group(group + "/features");
  matrix.ids = file.texts(group + "/barcodes");
  matrix.features = file.texts(group + (is_new ? "/features/name" : "/gene_names"));
  if (std::ssize(matrix.ids) != axes.as<std::int64_t>()[1] ||
      std::ssize(matrix.features) != axes.as<std::int64_t>()[0])
    file.fail_damaged(group);
  make_distinct(matrix.features, file.texts(group + (is_new ? "/features/id" : "/genes")));
  if (file.has(group + "/features/feature_type"))
    matrix.kinds = file.texts(group + "/features/feature_type");
  matrix.note = " is read as a 10x matrix: cells are documents, their barcodes the ids";
}

bool is_tenx_group(const Hdf5File &file, const std::string &group) {
  return std::ranges::all_of(std::array{"/barcodes", "/data", "/indices", "/indptr", "/shape"},
                             [&](const char *part) { return file.has(group + part); });
}

// The names in the first dataset of a group that programs usually write them to.
std::vector<std::string> usual_names(const Hdf5File &file, const std::string &group,
                                     std::initializer_list<const char *> datasets,
                                     std::int64_t expected) {
  for (const char *const name : datasets) {
    if (!file.has(group + '/' + name)) continue;
    std::vector<std::string> names = file.texts(group + '/' + name);
    if (std::ssize(names) != expected) file.fail_damaged(group + '/' + name);
    return names;
  }
  return {};
}

// Cells are columns of the matrix and of its layers.
void read_loom(const Hdf5File &file, const Hdf5Choice &choice, Hdf5Matrix &matrix) {
  std::vector<std::string> layers;
  for (const std::string &layer : file.children("layers")) layers.push_back("layers/" + layer);
  const std::string others = layers.empty() ? "" : "; other arrays (--array): " + listed(layers);
  const std::string name = choice.array.value_or("matrix");
  if (name != "matrix" && std::ranges::find(layers, name) == layers.end())
    file.fail("no array \"" + name + '"' + others);
  if (!file.is_table_of_numbers(name)) file.fail(name + " is not a matrix" + others);
  DenseArrays arrays = dense_of(file, name, true);
  matrix.ids = choice.id ? named_column(file, "col_attrs", *choice.id, "--id-field", arrays.rows)
                         : usual_names(file, "col_attrs", {"CellID", "obs_names"}, arrays.rows);
  matrix.features =
      usual_names(file, "row_attrs", {"Gene", "var_names", "Accession"}, arrays.columns);
  make_distinct(matrix.features, {});
  matrix.note = " is read as Loom: cells, the columns of " + name + ", are documents";
  read_labels(file, "col_attrs", choice, arrays.rows, matrix);
  if (!choice.array) matrix.note += others;
  matrix.arrays = std::move(arrays);
}

bool is_biom(const Hdf5File &file) {
  return std::ranges::all_of(
      std::array{"observation/ids", "sample/ids", "sample/matrix/indptr", "sample/matrix/data"},
      [&](const char *part) { return file.has(part); });
}

// The matrix is there twice, by observations and by samples.
void read_biom(const Hdf5File &file, Hdf5Matrix &matrix) {
  matrix.ids = file.texts("sample/ids");
  matrix.features = file.texts("observation/ids");
  matrix.arrays = sparse_of(
      file, {"sample/matrix/indptr", "sample/matrix/indices", "sample/matrix/data"},
      Compressed::rows, std::ssize(matrix.ids), std::ssize(matrix.features), "sample/matrix");
  matrix.note = " is read as BIOM: samples are documents, observations the features";
}

bool is_sparse_of_matlab(const Hdf5File &file, const std::string &name) {
  return !file.numbers_attribute(name, "MATLAB_sparse").empty() && file.has(name + "/jc");
}

// Arrays of MATLAB are stored by columns, the last dimension first.
void read_matlab_matrix(const Hdf5File &file, const std::string &name, Hdf5Matrix &matrix) {
  if (!is_sparse_of_matlab(file, name)) {
    matrix.arrays = dense_of(file, name, true);
    return;
  }
  const auto dims = file.shape(file.dataset(name + "/jc"));
  if (!dims || dims->dims.size() != 1) file.fail_damaged(name);
  matrix.arrays =
      sparse_of(file, {name + "/jc", name + "/ir", name + "/data"}, Compressed::columns,
                file.numbers_attribute(name, "MATLAB_sparse")[0], dims->count() - 1, name);
}

// What save -hdf5 of Octave writes: a group with the value, by columns, too.
bool is_of_octave(const Hdf5File &file, const std::string &name) {
  return file.is_group(name) && !file.numbers_attribute(name, "OCTAVE_NEW_FORMAT").empty();
}

bool is_matrix_of_octave(const Hdf5File &file, const std::string &name) {
  return file.is_table_of_numbers(name + "/value") ||
         (file.is_group(name + "/value") && file.has(name + "/value/cidx") &&
          file.has(name + "/value/nr"));
}

void read_octave_matrix(const Hdf5File &file, const std::string &name, Hdf5Matrix &matrix) {
  const std::string value = name + "/value";
  if (!file.is_group(value)) {
    matrix.arrays = dense_of(file, value, true);
    return;
  }
  const auto dims = file.shape(file.dataset(value + "/cidx"));
  const Numbers rows = file.numbers(value + "/nr", MANIFACT_INT64);
  if (!dims || dims->count() < 2 || rows.count != 1) file.fail_damaged(name);
  matrix.arrays = sparse_of(file, {value + "/cidx", value + "/ridx", value + "/data"},
                            Compressed::columns, rows.index(0), dims->count() - 1, name);
}

// The matrices of a file of MATLAB, of Octave, or of others, where a group may hold some.
std::vector<std::string> matrices_in(const Hdf5File &file, bool is_matlab) {
  std::vector<std::string> names;
  for (const std::string &name : file.children("/")) {
    const bool has_class = !file.text_attribute(name, "MATLAB_class").empty() &&
                           file.numbers_attribute(name, "MATLAB_empty").empty();
    const bool is_matrix =
        is_matlab ? has_class && (is_sparse_of_matlab(file, name) || file.is_table_of_numbers(name))
        : is_of_octave(file, name) ? is_matrix_of_octave(file, name)
                                   : file.is_table_of_numbers(name);
    if (is_matrix) names.push_back(name);
    if (is_matlab || !file.is_group(name) || is_of_octave(file, name)) continue;
    for (const std::string &inner : file.children(name))
      if (file.is_table_of_numbers(name + '/' + inner)) names.push_back(name + '/' + inner);
  }
  return names;
}

// The named matrix, "fea", or the only one.
void read_of_several(const Hdf5File &file, const Hdf5Choice &choice, bool is_matlab,
                     Hdf5Matrix &matrix) {
  const std::vector<std::string> names = matrices_in(file, is_matlab);
  const auto has = [&](const std::string &name) {
    return std::ranges::find(names, name) != names.end();
  };
  std::string name = choice.array.value_or("");
  if (choice.array && !has(name) && (is_matlab || !file.is_table_of_numbers(name)))
    file.fail("no matrix \"" + name + '"' + (names.empty() ? "" : "; there are: " + listed(names)));
  if (names.empty() && name.empty()) file.fail("there is no real matrix");
  if (name.empty() && has("fea")) name = "fea";
  if (name.empty() && names.size() > 1)
    file.fail("there are several matrices, and --array NAME chooses one: " + listed(names));
  if (name.empty()) name = names.front();
  if (is_matlab)
    read_matlab_matrix(file, name, matrix);
  else if (is_of_octave(file, name))
    read_octave_matrix(file, name, matrix);
  else
    matrix.arrays = dense_of(file, name, false);
  if (!choice.array) matrix.note = ": the matrix " + name + " is read";
}

void read(const std::string &path, const Hdf5Choice &choice, Hdf5Matrix &matrix) {
  const Hdf5File file(path, choice);
  const bool is_anndata = file.text_attribute("/", "encoding-type") == "anndata" ||
                          (file.has("X") && file.has("obs") && file.has("var"));
  if (is_anndata) return read_anndata(file, choice, matrix);
  if (file.is_group("row_attrs") && file.is_group("col_attrs") && file.has("matrix"))
    return read_loom(file, choice, matrix);
  if (choice.label || choice.id)
    file.fail(
        "--label-field and --id-field name columns of AnnData or Loom, but the file is neither");
  if (!choice.array && is_biom(file)) return read_biom(file, matrix);
  if (!choice.array) {
    for (const std::string &name : file.children("/"))
      if (is_tenx_group(file, name)) return read_tenx(file, name, matrix);
  }
  bool is_matlab = false;
  for (const std::string &name : file.children("/"))
    is_matlab = is_matlab || !file.text_attribute(name, "MATLAB_class").empty();
  read_of_several(file, choice, is_matlab, matrix);
}

}  // namespace
}  // namespace cli

extern "C" cli::ReadHdf5 manifact_read_hdf5;  // of the type that the program expects

void manifact_read_hdf5(const std::string &path, const cli::Hdf5Choice &choice,
                        cli::Hdf5Matrix &matrix) {
  cli::read_apart(
      path, [&](cli::Hdf5Matrix &found) { cli::read(path, choice, found); }, matrix);
}
