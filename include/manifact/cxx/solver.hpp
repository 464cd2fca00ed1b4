// Part of manifact.hpp: solvers.
#ifndef MANIFACT_CXX_SOLVER_HPP
#define MANIFACT_CXX_SOLVER_HPP

#include <manifact/cxx/model.hpp>

namespace manifact {
inline namespace cxx {

namespace detail {

struct SolverOptions {
  static constexpr auto set_int64 = manifact_solver_set_int64;
  static constexpr auto set_double = manifact_solver_set_double;
  static constexpr auto set_bool = manifact_solver_set_bool;
  static constexpr auto set_text = manifact_solver_set_text;
  static constexpr auto get_int64 = manifact_solver_get_int64;
  static constexpr auto get_double = manifact_solver_get_double;
  static constexpr auto get_bool = manifact_solver_get_bool;
  static constexpr auto get_text = manifact_solver_get_text;
  static constexpr auto get_text_size = manifact_solver_get_text_size;
};

}  // namespace detail

// A method and its options.
class Solver : public detail::Unique<manifact_solver, manifact_solver_free> {
 public:
  explicit Solver(Context &context, const std::string &method = "auto") : Solver(context, nullptr) {
    context.checked(manifact_solver_create(context.handle(), method.c_str(), &handle_));
  }
  // With the method and the options of a model.
  static Solver from_model(Context &context, const Model &model) {
    Solver solver(context, nullptr);
    context.checked(
        manifact_solver_create_from_model(context.handle(), model.handle(), &solver.handle_));
    return solver;
  }

  std::string_view method() const noexcept {
    return detail::text_of(manifact_solver_method(handle_));
  }

  // Options: bool, integers, floating point, or text, which sets an option of any type.
  template <class Value>
  Solver &set(const std::string &name, const Value &value) {
    return checked(detail::set_option<detail::SolverOptions>(handle_, name, value));
  }
  // bool, std::int64_t, double, or std::string, which reads an option of any type.
  template <class Value>
  Value get(const std::string &name) const {
    manifact_status status = MANIFACT_OK;
    Value value = detail::get_option<detail::SolverOptions, Value>(handle_, name, status);
    detail::checked(status, status < 0 ? manifact_solver_message(handle_) : "");
    return value;
  }
  Solver &reset(const std::string &name) {
    return checked(manifact_solver_reset(handle_, name.c_str()));
  }
  Solver &reset() { return checked(manifact_solver_reset(handle_, nullptr)); }

  // Inputs of fits. An empty handle removes one.
  Solver &set_graph(const Graph &graph) {
    return checked(manifact_solver_set_graph(handle_, graph.handle()));
  }
  Solver &set_feature_graph(const Graph &graph) {
    return checked(manifact_solver_set_feature_graph(handle_, graph.handle()));
  }
  Solver &set_constraints(const Constraints &constraints) {
    return checked(manifact_solver_set_constraints(handle_, constraints.handle()));
  }
  Solver &set_vectorizer(const Vectorizer &vectorizer) {
    return checked(manifact_solver_set_vectorizer(handle_, vectorizer.handle()));
  }
  // The texts of documents whose features have no names, as counts.
  Solver &set_texts(const Matrix &counts, const Vectorizer &vectorizer) {
    return checked(manifact_solver_set_texts(handle_, counts.handle(), vectorizer.handle()));
  }
  // Texts that models keep, one for each document.
  Solver &set_column(const std::string &name, const Texts &texts) {
    return checked(manifact_solver_set_column(handle_, name.c_str(), texts.bytes(), texts.offsets(),
                                              texts.count()));
  }
  Solver &remove_column(const std::string &name) {
    return checked(manifact_solver_set_column(handle_, name.c_str(), nullptr, nullptr, 0));
  }

  // Starts. V and W are n x k row-major; an empty W is V with columns that sum to 1.
  Solver &set_start_factors(Span<const double> W, Span<const double> V, std::int64_t n,
                            std::int64_t k) {
    if (!W.empty()) detail::require_length(W.size(), n * k, "W");
    if (!V.empty()) detail::require_length(V.size(), n * k, "V");
    return checked(manifact_solver_set_start_factors(handle_, W.empty() ? nullptr : W.data(),
                                                     V.empty() ? nullptr : V.data(), n, k));
  }
  Solver &set_start_labels(Span<const std::int32_t> labels) {
    return checked(manifact_solver_set_start_labels(
        handle_, labels.empty() ? nullptr : labels.data(), labels.length()));
  }
  Solver &set_start_features(Span<const double> G, std::int64_t m, std::int64_t l) {
    if (!G.empty()) detail::require_length(G.size(), m * l, "G");
    return checked(
        manifact_solver_set_start_features(handle_, G.empty() ? nullptr : G.data(), m, l));
  }
  Solver &set_start_model(const Model &model) {
    return checked(manifact_solver_set_start_model(handle_, model.handle()));
  }

  // Whose numbers the topics of fits take; a model without a handle: none.
  Solver &set_numbers_of(const Model &model) {
    return checked(manifact_solver_set_numbers_of(handle_, model.handle()));
  }

  Solver &set_progress(ProgressFunction progress) {
    auto made = detail::shared(std::move(progress));
    checked(manifact_solver_set_progress(handle_, made == nullptr ? nullptr : detail::report,
                                         made.get()));
    functions_.progress = std::move(made);
    return *this;
  }
  // For the next fit, refit, graph or suggestion only.
  Solver &set_cancel_token(const CancelToken &token) {
    return checked(manifact_solver_set_cancel_token(handle_, token.handle()));
  }

  Model fit(const Matrix &X, std::int64_t n_clusters) {
    manifact_model *fitted = nullptr;
    const manifact_status status = manifact_solver_fit(handle_, X.handle(), n_clusters, &fitted);
    Model model(fitted);
    checked(status);
    return model;
  }
  Model refit(const Model &of) {
    manifact_model *fitted = nullptr;
    const manifact_status status = manifact_solver_refit(handle_, of.handle(), &fitted);
    Model model(fitted);
    checked(status);
    return model;
  }
  struct Join {
    Model model;
    std::vector<std::int64_t> topics;  // of each topic of the other model, or -1
    std::int64_t common;               // documents of both
  };
  // The documents of two models together.
  Join join(const Model &of, const Model &other) {
    Join join{Model(), detail::room<std::int64_t>(other.clusters()), 0};
    manifact_model *fitted = nullptr;
    const manifact_status status =
        manifact_solver_join(handle_, of.handle(), other.handle(), join.topics.data(),
                             other.clusters(), &join.common, &fitted);
    join.model = Model(fitted);
    checked(status);
    return join;
  }
  // The graph that a fit of X would use.
  Graph graph(const Matrix &X) {
    manifact_graph *built = nullptr;
    const manifact_status status = manifact_solver_graph(handle_, X.handle(), &built);
    Graph graph(built);
    checked(status);
    return graph;
  }
  // 0, 0: from 2 to 40.
  Suggestion suggest_k(const Matrix &X, std::int64_t from = 0, std::int64_t to = 0) {
    manifact_suggestion *made = nullptr;
    const manifact_status status = manifact_solver_suggest_k(handle_, X.handle(), from, to, &made);
    Suggestion suggestion(made);
    checked(status);
    return suggestion;
  }

 private:
  Solver(Context &context, std::nullptr_t) {
    if (context) functions_ = {nullptr, context.functions()->log, context.functions()->runner};
  }

  Solver &checked(manifact_status status) {
    detail::checked(status, status < 0 ? manifact_solver_message(handle_) : "");
    return *this;
  }

  detail::Functions
      functions_;  // those of the context when the solver was made, except the progress
};

inline Vectorizer &Vectorizer::take_limits(const Solver &solver) {
  return checked(manifact_vectorizer_take_limits(handle_, solver.handle()));
}

}  // namespace cxx
}  // namespace manifact

#endif
