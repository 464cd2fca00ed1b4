#include "commands/edges.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <memory>
#include <optional>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "readers/converted.hpp"
#include "readers/delimited.hpp"
#include "readers/edge_names.hpp"
#include "readers/input.hpp"
#include "readers/lines.hpp"
#include "shared/delimited_numbers.hpp"
#include "terminal/failure.hpp"
#include "terminal/nearest.hpp"
#include "terminal/numbers.hpp"
#include "terminal/shell.hpp"
#include "terminal/utf8.hpp"

namespace cli {
namespace {

// Which table is read was printed when its kind was decided.
void unheard(const std::string & /*note*/) {}

template <class Number>
std::optional<Number> number_in(std::string_view word) {
  Number number{};
  if (!word.empty() && word.front() == '+') word.remove_prefix(1);
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
  if (word.empty() || error != std::errc() || end != word.data() + word.size()) return {};
  return number;
}

std::string_view without_blanks(std::string_view text) {
  constexpr const char *blanks = " \t\r";
  const auto begin = text.find_first_not_of(blanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(blanks) - begin + 1);
}

std::vector<std::string> fields_of(std::string_view line, char separator) {
  std::vector<std::string> fields;
  line = without_blanks(line);
  if (separator != ' ') {
    std::vector<RawCell> cells;
    Dialect dialect{separator, '\n'};
    if (cut_record(line, dialect, true, cells) != Cut::record) return {};
    for (const RawCell &cell : cells)
      fields.emplace_back(cell.is_quoted ? cell.text : without_blanks(cell.text));
    while (fields.size() > 2 && fields.back().empty()) fields.pop_back();
    return fields;
  }
  while (!line.empty()) {
    const std::size_t end = std::min(line.find_first_of(" \t"), line.size());
    std::string_view field = line.substr(0, end);
    if (field.size() >= 2 && field.front() == '"' && field.back() == '"')
      field = field.substr(1, field.size() - 2);
    fields.emplace_back(field);
    line = without_blanks(line.substr(end));
  }
  return fields;
}

// The dictionary at the end of a line that networkx writes, "a b {'weight': 2.0}", is replaced by
// the weight.
std::string without_dictionary(std::string_view line) {
  const std::size_t brace = line.find('{');
  if (brace == std::string_view::npos || !without_blanks(line).ends_with('}'))
    return std::string(line);
  const std::string_view data = line.substr(brace);
  std::string found(line.substr(0, brace));
  if (const std::size_t name = data.find("weight"); name != std::string_view::npos) {
    const std::size_t begin = data.find_first_not_of("'\": ", name + 6);
    found += data.substr(begin, data.find_first_of(",}", begin) - begin);
  }
  return found;
}

bool is_comment(std::string_view line) {
  const std::string_view text = without_blanks(line);
  return text.empty() || text.front() == '#' || text.front() == '%';
}

// The lines with an edge, by the names in the file.
struct NamedEdge {
  std::size_t line;
  std::string from, to;
  double weight;
  bool is_directed = false;
};

struct EdgeFile {
  std::string name;
  std::vector<NamedEdge> edges;
  bool has_header = false;
  std::string columns;  // of a header that names them

  std::string at(std::size_t line) const { return name + ", line " + std::to_string(line) + ": "; }
};

// Which columns are the ends and the weight, as a header names them.
void take_columns(EdgeFile &file, const std::vector<std::string> &names,
                  const EdgeColumns &columns) {
  file.has_header = true;
  file.columns = " (" + escaped(names[columns.from]) + ", " + escaped(names[columns.to]) +
                 (columns.weight ? ", weight: " + escaped(names[*columns.weight]) : "") + ')';
}

double weight_of(const std::string &text, const EdgeFile &file, std::size_t line) {
  const auto weight = number_in<double>(text);
  if (!weight)
    throw Failure(file.at(line) + "the weight \"" + escaped(text) + "\" is not a number");
  if (!std::isfinite(*weight) || *weight < 0)
    throw Failure(file.at(line) + "the weight of an edge must be a finite number from 0, not " +
                  text);
  return *weight;
}

// An edge below a header that names the columns; without a weight it is 1.
NamedEdge named_edge(const std::vector<std::string> &fields, const EdgeColumns &columns,
                     const EdgeFile &file, std::size_t line) {
  const auto cell = [&](std::size_t i) { return i < fields.size() ? fields[i] : std::string(); };
  NamedEdge edge{line, cell(columns.from), cell(columns.to), 1, false};
  if (edge.from.empty() || edge.to.empty())
    throw Failure(file.at(line) + "one end of the edge is missing");
  if (columns.weight && !cell(*columns.weight).empty())
    edge.weight = weight_of(cell(*columns.weight), file, line);
  edge.is_directed = columns.type && lower_case(cell(*columns.type)) == "directed";
  return edge;
}

// Only the first line may be a header: it names the columns, its third field is not a number, or
// neither of its two fields is known.
template <class Known>
EdgeFile read_lines(const std::string &path, const Known &is_known) {
  EdgeFile file{input_name(path), {}, false, ""};
  Lines lines(open_lines(path, unheard));
  char separator = ' ';
  bool is_first = true;
  std::optional<EdgeColumns> columns;
  for (std::string_view full; lines.next(full);) {
    if (is_comment(full)) continue;
    const std::string line = without_dictionary(full);
    if (is_first) separator = manifact::separator_of(without_blanks(line));
    const std::vector<std::string> fields = fields_of(line, separator);
    const auto number = static_cast<std::size_t>(lines.number());
    if (is_first && fields.size() > 1 && !is_known(fields[0]) && !is_known(fields[1])) {
      columns = edge_columns(fields);
      if (columns) take_columns(file, fields, *columns);
    }
    const bool has_weight = fields.size() == 3;
    const bool is_header =
        is_first && (fields.size() == 2 || has_weight) && !is_known(fields[0]) &&
        !is_known(fields[1]) &&
        (has_weight ? !number_in<double>(fields[2]) : !number_in<std::int64_t>(fields[0]));
    const bool names_columns = is_first && columns.has_value();
    is_first = false;
    if (is_header || names_columns) {
      file.has_header = true;
    } else if (columns) {
      file.edges.push_back(named_edge(fields, *columns, file, number));
    } else if (fields.size() < 2 || fields.size() > 3 ||
               (has_weight && !number_in<double>(fields[2]))) {
      throw Failure(file.at(number) + "expected \"document document weight\", found \"" +
                    escaped(full.substr(0, 60)) + '"');
    } else {
      const double weight = has_weight ? weight_of(fields[2], file, number) : 1;
      file.edges.push_back({number, fields[0], fields[1], weight, false});
    }
  }
  if (file.edges.empty())
    throw Failure(file.name +
                  " has no edges; --graph expects a matrix, or lines \"document "
                  "document weight\"");
  return file;
}

// The rows of documents in a list of edges.
class Rows {
 public:
  Rows(const Documents &documents, std::int64_t n) : n_(n), ids_(documents.ids) {
    for (std::size_t i = 0; i < ids_.size(); ++i) {
      const auto [entry, is_new] = rows_.emplace(ids_[i], static_cast<std::int64_t>(i));
      if (!is_new) entry->second = several;
    }
  }

  bool is_id(std::string_view name) const { return rows_.contains(std::string(name)); }

  // -1: there is no such document.
  std::int64_t of_id(const std::string &name, const std::string &at) const {
    const auto found = rows_.find(name);
    if (found == rows_.end()) return -1;
    if (found->second == several)
      throw Failure(at + "several documents have the id " + escaped(name.substr(0, 60)) +
                    "; give row numbers for all");
    return found->second;
  }

  std::string nearest(const std::string &name) const {
    constexpr std::size_t most_compared = 100000;
    return ids_.size() <= most_compared ? did_you_mean(name, ids_) : "";
  }

  std::int64_t count() const { return n_; }

 private:
  static constexpr std::int64_t several = -2;
  std::int64_t n_;
  const std::vector<std::string> &ids_;
  std::unordered_map<std::string, std::int64_t> rows_;
};

struct Edge {
  std::int64_t from, to;
  double weight;
  std::size_t line;
  bool is_directed, is_turned = false;
};

// By row numbers. They are counted from 1 only if one of them is the number of documents and none
// is 0: counted from 0 there is no such row.
std::vector<Edge> edges_by_number(const EdgeFile &file, const Rows &rows,
                                  std::int64_t &counted_from) {
  std::vector<Edge> edges;
  std::int64_t least = rows.count(), most = 0;
  for (const NamedEdge &edge : file.edges) {
    const auto from = number_in<std::int64_t>(edge.from), to = number_in<std::int64_t>(edge.to);
    if (!from || !to)
      throw Failure(file.at(edge.line) + "no document has the id " +
                    escaped((from ? edge.to : edge.from).substr(0, 60)) +
                    rows.nearest(from ? edge.to : edge.from));
    edges.push_back({*from, *to, edge.weight, edge.line, edge.is_directed});
    least = std::min({least, *from, *to});
    most = std::max({most, *from, *to});
  }
  const std::int64_t base = least == 1 && most == rows.count() ? 1 : 0;
  for (Edge &edge : edges) {
    for (const std::int64_t row : {edge.from, edge.to})
      if (row - base < 0 || row - base >= rows.count())
        throw Failure(file.at(edge.line) + "document " + std::to_string(row) +
                      " is not one of 0 to " + std::to_string(rows.count() - 1));
    edge.from -= base;
    edge.to -= base;
  }
  counted_from = base;
  return edges;
}

std::vector<Edge> edges_by_id(Session &session, const EdgeFile &file, const Rows &rows) {
  std::vector<Edge> edges;
  std::int64_t missing = 0;
  std::string example;
  for (const NamedEdge &edge : file.edges) {
    const std::string at = file.at(edge.line);
    const std::int64_t from = rows.of_id(edge.from, at), to = rows.of_id(edge.to, at);
    if (from >= 0 && to >= 0) {
      edges.push_back({from, to, edge.weight, edge.line, edge.is_directed});
      continue;
    }
    const std::string &unknown = from < 0 ? edge.from : edge.to;
    if (missing++ == 0) example = at + escaped(unknown.substr(0, 60)) + rows.nearest(unknown);
  }
  if (edges.empty()) throw Failure("no edge joins two documents of the input; " + example);
  if (missing > 0)
    session.warn(counted(missing, "edge") + " of " + counted(std::ssize(file.edges), "edge") +
                 (missing == 1 ? " names a document" : " name documents") +
                 " that the input does not have and " + (missing == 1 ? "is" : "are") +
                 " left out; the first: " + example);
  return edges;
}

bool join_the_same(const Edge &a, const Edge &b) { return a.from == b.from && a.to == b.to; }

// Each edge once, from the smaller to the larger row; one that was given several times must have
// one weight, but directed edges in both directions have the larger one.
std::vector<Edge> without_repeats(std::vector<Edge> edges, const EdgeFile &file) {
  constexpr double rounding = 1e-6;
  for (Edge &edge : edges) {
    edge.is_turned = edge.is_directed && edge.from > edge.to;
    if (edge.from > edge.to) std::swap(edge.from, edge.to);
  }
  std::erase_if(edges, [](const Edge &edge) { return edge.from == edge.to; });
  std::stable_sort(edges.begin(), edges.end(), [](const Edge &a, const Edge &b) {
    return std::tie(a.from, a.to, a.is_turned) < std::tie(b.from, b.to, b.is_turned);
  });
  std::vector<Edge> directions;
  for (const Edge &edge : edges) {
    const bool is_new = directions.empty() || !join_the_same(directions.back(), edge) ||
                        directions.back().is_turned != edge.is_turned;
    if (is_new) {
      directions.push_back(edge);
      continue;
    }
    const Edge &first = directions.back();
    if (std::fabs(edge.weight - first.weight) > rounding * std::max(edge.weight, first.weight))
      throw Failure(file.at(edge.line) + "the edge has the weight " + exact_number(edge.weight) +
                    ", but " + exact_number(first.weight) + " on line " +
                    std::to_string(first.line) + "; give each edge once, or one weight");
  }
  std::vector<Edge> unique;
  for (const Edge &edge : directions) {
    if (unique.empty() || !join_the_same(unique.back(), edge))
      unique.push_back(edge);
    else
      unique.back().weight = std::max(unique.back().weight, edge.weight);
  }
  return unique;
}

Matrix matrix_of(const Session &session, const std::vector<Edge> &edges, std::int64_t n) {
  std::vector<std::int64_t> indptr(static_cast<std::size_t>(n) + 1), indices(2 * edges.size());
  std::vector<double> values(indices.size());
  for (const Edge &edge : edges)
    for (const std::int64_t row : {edge.from, edge.to}) ++indptr[static_cast<std::size_t>(row) + 1];
  for (std::size_t i = 0; i < static_cast<std::size_t>(n); ++i) indptr[i + 1] += indptr[i];
  std::vector<std::int64_t> next(indptr.begin(), indptr.end() - 1);
  const auto put = [&](std::int64_t row, std::int64_t column, double weight) {
    const auto e = static_cast<std::size_t>(next[static_cast<std::size_t>(row)]++);
    indices[e] = column;
    values[e] = weight;
  };
  for (const Edge &edge : edges) {
    put(edge.from, edge.to, edge.weight);
    put(edge.to, edge.from, edge.weight);
  }
  manifact_matrix *handle = nullptr;
  session.check(manifact_matrix_create_csr(
      session.context(), n, n, std::ssize(values), indptr.data(), MANIFACT_INT64, indices.data(),
      MANIFACT_INT64, 0, values.data(), MANIFACT_DOUBLE, MANIFACT_COPY, nullptr, nullptr, &handle));
  return Matrix(handle);
}

}  // namespace

// Formats of graphs that networkx reads, by the first word.
void refuse_other_graphs(const std::string &path) {
  constexpr struct {
    const char *begin, *name, *read;
  } formats[] = {
      {"graph [", "GML", "n.read_gml(f)"},
      {"creator ", "GML", "n.read_gml(f)"},
      {"<graphml", "GraphML", "n.read_graphml(f)"},
      {"<gexf", "GEXF", "n.read_gexf(f)"},
      {"*vertices", "Pajek", "n.Graph(n.read_pajek(f))"},
      {"*network", "Pajek", "n.Graph(n.read_pajek(f))"},
      {"graph {", "DOT (python3-pydot)", "n.Graph(n.nx_pydot.read_dot(f))"},
      {"strict graph", "DOT (python3-pydot)", "n.Graph(n.nx_pydot.read_dot(f))"},
      {"{\"directed\"", "JSON of networkx", "n.node_link_graph(__import__('json').load(open(f)))"}};
  Bytes bytes(path);
  std::string begin = lower_case(beginning(bytes));
  if (begin.starts_with("<?xml")) begin.erase(0, std::min(begin.find("?>") + 2, begin.size()));
  begin.erase(0, std::min(begin.find_first_not_of(" \t\r\n"), begin.size()));
  for (const auto &format : formats) {
    if (!begin.starts_with(format.begin)) continue;
    throw Failure(
        input_name(path) + " is a graph in the format " + format.name +
        ", but --graph expects a matrix, or lines \"document document weight\"; convert it: " +
        with_unpacked_path(
            "python3 -c \"import sys, networkx as n; f = sys.argv[1]; n.write_edgelist(" +
                std::string(format.read) + ", 'EDGES.txt', data=['weight'])\" FILE",
            path));
  }
}

bool lists_edges(const std::string &path, std::int64_t n_documents) {
  Lines lines(open_lines(path, unheard));
  for (std::string_view line; lines.next(line);) {
    if (is_comment(line)) continue;
    const std::string plain = without_dictionary(line);
    const std::vector<std::string> names =
        fields_of(plain, manifact::separator_of(without_blanks(plain)));
    const auto fields = std::ssize(names);
    if (edge_columns(names)) return true;
    return (fields == 2 || fields == 3) && fields != n_documents;
  }
  return false;
}

Matrix read_edges(Session &session, const std::string &path, const Documents &documents,
                  std::int64_t n_documents) {
  const Rows rows(documents, n_documents);
  const EdgeFile file = read_lines(path, [&](const std::string &name) {
    return rows.is_id(name) || number_in<std::int64_t>(name).has_value();
  });
  const bool by_id = std::any_of(file.edges.begin(), file.edges.end(), [&](const NamedEdge &edge) {
    return rows.is_id(edge.from) || rows.is_id(edge.to);
  });
  std::int64_t counted_from = 0;
  const std::vector<Edge> edges =
      by_id ? edges_by_id(session, file, rows) : edges_by_number(file, rows, counted_from);
  const std::vector<Edge> unique = without_repeats(edges, file);
  session.note(
      file.name + ": " + counted(std::ssize(edges), "edge") + " between " +
      (by_id ? "ids of documents" : "row numbers counted from " + std::to_string(counted_from)) +
      (file.has_header ? ", below a header" + file.columns : ""));
  const auto directed =
      std::count_if(edges.begin(), edges.end(), [](const Edge &edge) { return edge.is_directed; });
  if (directed > 0)
    session.note(file.name + ": " + counted(directed, "directed edge") +
                 (directed == 1 ? " is" : " are") +
                 " made symmetric, with the larger weight of both directions");
  return matrix_of(session, unique, n_documents);
}

}  // namespace cli
