#include "record_data.hpp"

#include <filesystem>
#include <fstream>
#include <map>

#include "corpus.hpp"

namespace record {
namespace {

using Rows = std::vector<std::vector<double>>;

int64_t below(Draws &draws, int64_t bound) {
  return static_cast<int64_t>(draws.next() % static_cast<uint64_t>(bound));
}

// Classes in the proportion 3 : 2 : 2, interleaved.
int32_t class_of(int64_t i) {
  const int64_t place = i % 7;
  return place < 3 ? 1 : place < 5 ? 2 : 3;
}

Matrix sparse(manifact_context *context, const Sparse &S, int64_t columns) {
  manifact_matrix *out = nullptr;
  const auto rows = static_cast<int64_t>(S.indptr.size()) - 1;
  check(manifact_matrix_create_csr(context, rows, columns, S.indptr.back(), S.indptr.data(),
                                   MANIFACT_INT64, S.indices.data(), MANIFACT_INT64, 0,
                                   S.values.data(), MANIFACT_DOUBLE, MANIFACT_COPY, nullptr,
                                   nullptr, &out),
        context);
  return Matrix(out);
}

template <class T>
Matrix dense(manifact_context *context, const Rows &rows) {
  manifact_matrix *out = nullptr;
  const auto n = static_cast<int64_t>(rows.size()), m = static_cast<int64_t>(rows[0].size());
  std::vector<T> values;
  for (const auto &row : rows) values.insert(values.end(), row.begin(), row.end());
  check(manifact_matrix_create_dense(context, n, m, m, 1, values.data(),
                                     sizeof(T) == 4 ? MANIFACT_FLOAT : MANIFACT_DOUBLE,
                                     MANIFACT_COPY, nullptr, nullptr, &out),
        context);
  return Matrix(out);
}

// Word counts: any words, and more often the words of the class, especially its first ones.
Sparse topics(int64_t n, int64_t m, int length) {
  Sparse S;
  Draws draws;
  const int64_t own = m / 3;
  for (int64_t i = 0; i < n; ++i) {
    std::map<int64_t, double> counts;
    for (int w = 0; w < length; ++w) {
      const int64_t word = (class_of(i) - 1) * own + below(draws, 1 + below(draws, own));
      const int64_t any = below(draws, m);
      counts[below(draws, 10) < 3 ? word : any] += 1;
    }
    for (const auto &[column, count] : counts) {
      S.indices.push_back(column);
      S.values.push_back(count);
    }
    S.indptr.push_back(static_cast<int64_t>(S.indices.size()));
  }
  return S;
}

// Empty documents, equal documents, and an empty last column.
Sparse with_holes(const Sparse &S) {
  Sparse T;
  for (std::size_t i = 0; i + 1 < S.indptr.size(); ++i) {
    const std::size_t from = i % 10 == 4 ? i - 1 : i;
    if (i % 40 != 7)
      for (auto e = static_cast<std::size_t>(S.indptr[from]);
           e < static_cast<std::size_t>(S.indptr[from + 1]); ++e) {
        T.indices.push_back(S.indices[e]);
        T.values.push_back(S.values[e]);
      }
    T.indptr.push_back(static_cast<int64_t>(T.indices.size()));
  }
  return T;
}

// Every fifth value is negative, and the values are not counts.
Sparse with_signs(Sparse S) {
  Draws draws;
  for (double &value : S.values) value *= (below(draws, 5) == 0 ? -0.375 : 0.625);
  return S;
}

// Clusters around a center for each class, in multiples of 1/8.
Rows clouds(int64_t n, int64_t m, double shift) {
  Rows rows;
  Draws draws;
  for (int64_t i = 0; i < n; ++i) {
    std::vector<double> row;
    for (int64_t j = 0; j < m; ++j) {
      const int64_t center = 8 * ((class_of(i) * (j + 2) * 5) % 7);
      const int64_t noise = below(draws, 24) + below(draws, 24);
      row.push_back(static_cast<double>(center + noise) / 8 + shift);
    }
    rows.push_back(row);
  }
  return rows;
}

Rows inner_products(const Rows &rows) {
  Rows K(rows.size(), std::vector<double>(rows.size()));
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (std::size_t j = 0; j < rows.size(); ++j)
      for (std::size_t f = 0; f < rows[i].size(); ++f) K[i][j] += rows[i][f] * rows[j][f];
  return K;
}

// Words with endings, accents and capital letters, numbers, and words that occur in every text.
std::vector<std::string> texts(int64_t n) {
  static const char *const stems[] = {"plant",  "river", "jardín", "growth",  "leaf",   "forest",
                                      "engine", "wheel", "motör",  "repair",  "garage", "gear",
                                      "market", "price", "café",   "account", "profit", "stock"};
  static const char *const endings[] = {"", "", "s", "ed", "ing"};
  static const char *const common[] = {"the", "and", "of", "with", "1984", "42", "very"};
  std::vector<std::string> all;
  Draws draws;
  for (int64_t i = 0; i < n; ++i) {
    std::string text = i % 23 == 5 ? "Notes." : "The";
    for (int w = 0; w < 25; ++w) {
      const int64_t own = 6 * (class_of(i) - 1) + below(draws, 6), any = below(draws, 18);
      const int64_t word = below(draws, 10) < 7 ? own : any;
      text += w % 8 == 7 ? ". " : " ";
      text += stems[word] + std::string(endings[below(draws, 5)]);
      if (below(draws, 3) == 0) text += std::string(" ") + common[below(draws, 7)];
    }
    all.push_back(text);
  }
  return all;
}

void read_text(manifact_context *context, const std::string &options, Data &data) {
  manifact_vectorizer *vectorizer = nullptr;
  check(manifact_vectorizer_create(context, &vectorizer), context);
  data.vectorizer.reset(vectorizer);
  for (std::size_t from = 0; from < options.size();) {
    const std::size_t end = std::min(options.find(',', from), options.size());
    const std::string option = options.substr(from, end - from);
    const std::size_t equals = option.find('=');
    if (manifact_vectorizer_set_text(vectorizer, option.substr(0, equals).c_str(),
                                     option.substr(equals + 1).c_str()) < 0)
      stop(manifact_vectorizer_message(vectorizer));
    from = end + 1;
  }
  std::string bytes;
  std::vector<int64_t> offsets{0};
  for (const std::string &text : texts(90)) {
    bytes += text;
    offsets.push_back(static_cast<int64_t>(bytes.size()));
    data.classes.push_back(class_of(static_cast<int64_t>(data.classes.size())));
  }
  const auto n = static_cast<int64_t>(data.classes.size());
  manifact_matrix *X = nullptr, *known = nullptr;
  if (manifact_vectorizer_add_many(vectorizer, bytes.data(), offsets.data(), n) < 0 ||
      manifact_vectorizer_finish(vectorizer, &X) < 0)
    stop(manifact_vectorizer_message(vectorizer));
  data.X.reset(X);
  check(manifact_vectorizer_transform(context, vectorizer, bytes.data(), offsets.data(), n, &known),
        context);
  data.known.reset(known);
}

bool read_shared(manifact_context *context, const std::string &name, Data &data) {
  static const std::map<std::string, std::string> files = {{"iris", "uci_iris/X"},
                                                           {"wine", "uci_wine/X"},
                                                           {"zoo", "uci_zoo/X"},
                                                           {"cstr", "cstr/X"},
                                                           {"votes", "uci_house_votes_84/X"},
                                                           {"webace", "webace/X"},
                                                           {"cstr-tfidf", "cstr/X_tfidf"},
                                                           {"tdt2", "tdt2/X"},
                                                           {"classic3", "classic3/X"},
                                                           {"bbc", "bbc_news/X"}};
  const auto found = files.find(name);
  if (found == files.end()) stop(("unknown data: " + name).c_str());
  const char *given = std::getenv("MANIFACT_SHARED");
  const std::filesystem::path shared =
      given != nullptr ? given : std::string(MANIFACT_SOURCE_ROOT) + "/../shared";
  const std::filesystem::path file = shared / "data" / (found->second + ".mtx.gz");
  if (!std::filesystem::exists(file)) return false;
  manifact_matrix *X = nullptr;
  check(manifact_matrix_read(context, file.c_str(), MANIFACT_FORMAT_AUTO, &X), context);
  data.X.reset(X);
  std::ifstream labels(file.parent_path() / "labels.txt");
  for (int32_t label; labels >> label;) data.classes.push_back(label);
  if (static_cast<int64_t>(data.classes.size()) != manifact_matrix_rows(X))
    stop(("the number of labels differs from the number of documents: " + name).c_str());
  return true;
}

Matrix generated(manifact_context *context, const std::string &name) {
  if (name == "topics") return sparse(context, topics(120, 150, 25), 150);
  if (name == "topics-with-holes") return sparse(context, with_holes(topics(120, 150, 25)), 151);
  if (name == "topics-signed") return sparse(context, with_signs(topics(120, 150, 25)), 150);
  if (name == "many") return sparse(context, topics(2200, 300, 12), 300);
  if (name == "many-signed") return sparse(context, with_signs(topics(2200, 300, 12)), 300);
  if (name == "clouds") return dense<double>(context, clouds(90, 5, 0));
  if (name == "clouds-float") return dense<float>(context, clouds(90, 5, 0));
  if (name == "clouds-signed") return dense<double>(context, clouds(90, 5, -6));
  if (name == "kernel") return dense<double>(context, inner_products(clouds(90, 5, 0)));
  if (name == "kernel-signed") return dense<double>(context, inner_products(clouds(90, 5, -6)));
  return nullptr;
}

Matrix mixed(manifact_context *context, const manifact_matrix *X) {
  const Sparse S = copy_of(X);
  const std::size_t n = S.indptr.size() - 1;
  Sparse T;
  for (std::size_t i = 0; i < n; ++i) {
    for (const std::size_t from : {i, (i + 1) % n})
      for (auto e = static_cast<std::size_t>(S.indptr[from]);
           e < static_cast<std::size_t>(S.indptr[from + 1]); ++e) {
        T.indices.push_back(S.indices[e]);
        T.values.push_back(S.values[e]);
      }
    T.indptr.push_back(static_cast<int64_t>(T.indices.size()));
  }
  return sparse(context, T, manifact_matrix_columns(X));
}

}  // namespace

std::unique_ptr<Data> data_of(manifact_context *context, const std::string &name) {
  auto data = std::make_unique<Data>();
  const std::size_t colon = std::min(name.find(':'), name.size());
  if (name.substr(0, colon) == "text")
    read_text(context, name.substr(std::min(colon + 1, name.size())), *data);
  else if ((data->X = generated(context, name)))
    for (int64_t i = 0; i < manifact_matrix_rows(data->X.get()); ++i)
      data->classes.push_back(class_of(i));
  else if (!read_shared(context, name, *data))
    return nullptr;
  data->fresh = mixed(context, data->X.get());
  return data;
}

}  // namespace record
