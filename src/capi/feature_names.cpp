#include "capi/feature_names.hpp"

#include <string_view>
#include <utility>

#include "capi/model_views.hpp"
#include "text/words.hpp"

using namespace manifact;

namespace {

// Calls visit(bytes, is_broken) for each character.
template <class Visit>
void each_character(std::string_view text, const Visit &visit) {
  for (const char *p = text.data(), *const end = p + text.size(); p < end;) {
    const Character character = read_character(p, end);
    visit(std::string_view(p, static_cast<std::size_t>(character.next - p)), character.broken);
    p = character.next;
  }
}

FeatureNames names_of(const char *bytes, const int64_t *offsets, int64_t n_features) {
  FeatureNames names;
  for (int64_t j = 0; j < n_features; ++j) {
    if (offsets[j] < 0 || offsets[j + 1] < offsets[j])
      fail(Status::argument, "offsets [%lld] is %lld after %lld", number(j + 1),
           number(offsets[j + 1]), number(offsets[j]));
    names.emplace_back(bytes + offsets[j], static_cast<std::size_t>(offsets[j + 1] - offsets[j]));
    if (names.back().find('\0') != std::string::npos)
      fail(Status::argument, "the name of feature %lld contains a NUL byte", number(j));
    each_character(names.back(), [&](std::string_view, bool is_broken) {
      if (is_broken) fail(Status::argument, "the name of feature %lld is not UTF-8", number(j));
    });
  }
  return names;
}

const char *name_in(const std::shared_ptr<const FeatureNames> &names, int64_t feature) {
  return names && feature >= 0 && feature < std::ssize(*names)
             ? (*names)[static_cast<std::size_t>(feature)].c_str()
             : nullptr;
}

}  // namespace

std::shared_ptr<const FeatureNames> manifact::repaired_names(std::vector<std::string> &&names) {
  for (std::string &name : names) {
    std::string repaired;
    each_character(name, [&](std::string_view bytes, bool is_broken) {
      repaired.append(is_broken || bytes.front() == '\0' ? "\xef\xbf\xbd" : bytes);
    });
    name = std::move(repaired);
  }
  return std::make_shared<FeatureNames>(std::move(names));
}

int manifact_matrix_set_feature_names(manifact_context *context, manifact_matrix *matrix,
                                      const char *bytes, const int64_t *offsets,
                                      int64_t n_features) {
  return with(context, [&] {
    require_handle(matrix, "matrix");
    if (bytes == nullptr) {
      matrix->feature_names = nullptr;
      return;
    }
    require(offsets, "offsets");
    if (n_features != matrix->matrix->columns)
      fail(Status::length, "n_features is %lld, but the matrix has %lld columns",
           number(n_features), number(matrix->matrix->columns));
    matrix->feature_names = std::make_shared<FeatureNames>(names_of(bytes, offsets, n_features));
  });
}

const char *manifact_matrix_feature_name(const manifact_matrix *matrix, int64_t feature) {
  return check(matrix) == MANIFACT_OK ? name_in(matrix->feature_names, feature) : nullptr;
}

const char *manifact_model_feature_name(const manifact_model *model, int64_t feature) {
  return model_of(model) != nullptr ? name_in(model->model->feature_names, feature) : nullptr;
}
