#include "arrow/array_values.hpp"

#include <algorithm>

#include "runtime/error.hpp"

namespace manifact {
namespace {

constexpr Index longest_array = Index{1} << 56;

class ArrayCheck {
 public:
  ArrayCheck(const ArrowType &type, const ArrowArray *array, const std::string &place)
      : type_(type), array_(array), place_(place) {}

  void run() const {
    if (array_ == nullptr) refuse("the array is NULL");
    if (array_->release == nullptr) refuse("the array is released");
    check_lengths();
    if (type_.kind == ArrowKind::other) return;
    check_buffers();
    check_children();
    if ((type_.dictionary != nullptr) != (array_->dictionary != nullptr))
      refuse(type_.dictionary ? "the array has no dictionary, but its schema has one"
                              : "the array has a dictionary, but its schema has none");
    if (type_.dictionary)
      check_array(*type_.dictionary, array_->dictionary, place_ + ", its dictionary");
  }

 private:
  [[noreturn]] void refuse(const char *how) const {
    fail(Status::structure, "%s: %s", place_.c_str(), how);
  }

  void check_lengths() const {
    const Index longest = longest_array / std::max(type_.width, Index{1});
    if (array_->length < 0 || array_->offset < 0 || array_->length > longest ||
        array_->offset > longest)
      fail(Status::structure, "%s: the array has length %lld and offset %lld", place_.c_str(),
           number(array_->length), number(array_->offset));
    if (array_->null_count < -1 || array_->null_count > array_->length)
      fail(Status::structure, "%s: the array has %lld nulls among %lld values", place_.c_str(),
           number(array_->null_count), number(array_->length));
  }

  Index expected_buffers() const {
    switch (type_.kind) {
      case ArrowKind::nothing:
        return 0;
      case ArrowKind::structure:
      case ArrowKind::fixed_list:
        return 1;
      case ArrowKind::text:
      case ArrowKind::large_text:
      case ArrowKind::list_view:
      case ArrowKind::large_list_view:
        return 3;
      default:
        return 2;
    }
  }

  void check_buffers() const {
    const Index expected = expected_buffers(), found = array_->n_buffers;
    const bool are_views = type_.kind == ArrowKind::text_view;
    // Some writers give nulls the buffer of a validity that they have no use for.
    const bool is_right = are_views                          ? found >= 3
                          : type_.kind == ArrowKind::nothing ? found == 0 || found == 1
                                                             : found == expected;
    if (!is_right)
      fail(Status::structure, "%s: the array has %lld buffers; the format \"%s\" has %s%lld",
           place_.c_str(), number(found), type_.format.c_str(), are_views ? "at least " : "",
           number(are_views ? 3 : expected));
    if (found == 0) return;
    if (array_->buffers == nullptr) refuse("the array of buffers is NULL");
    if (type_.kind == ArrowKind::nothing) return;
    if (array_->null_count > 0 && array_->buffers[0] == nullptr)
      refuse("the array has nulls, but its buffer of validity is NULL");
    const Index end = array_->length + array_->offset;
    const bool has_data = end > 0 && !(type_.kind == ArrowKind::fixed_text && type_.width == 0);
    if (found > 1 && has_data && array_->buffers[1] == nullptr) refuse("the buffer 1 is NULL");
    const bool has_sizes =
        type_.kind == ArrowKind::list_view || type_.kind == ArrowKind::large_list_view;
    if (has_sizes && end > 0 && array_->buffers[2] == nullptr) refuse("the buffer 2 is NULL");
    if (are_views && found > 3 && array_->buffers[found - 1] == nullptr)
      refuse("the buffer with the sizes of the others is NULL");
  }

  void check_children() const {
    const Index expected = std::ssize(type_.children);
    if (array_->n_children != expected)
      fail(Status::structure, "%s: the array has %lld children; its schema has %lld",
           place_.c_str(), number(array_->n_children), number(expected));
    if (expected > 0 && array_->children == nullptr) refuse("the array of children is NULL");
    const Index end = array_->length + array_->offset;
    for (Index i = 0; i < expected; ++i) {
      const ArrowType &type = type_.children[static_cast<std::size_t>(i)];
      const std::string below =
          place_ + (type.name.empty() ? ", child " + std::to_string(i) : ", \"" + type.name + '"');
      check_array(type, array_->children[i], below);
      const Index length = array_->children[i]->length;
      const bool is_short = type_.kind == ArrowKind::structure
                                ? length < end
                                : type_.kind == ArrowKind::fixed_list && type_.width > 0 &&
                                      length / type_.width < end;
      if (is_short)
        fail(Status::structure, "%s: the array has %lld values, too few for the %lld above it",
             below.c_str(), number(length), number(end));
    }
  }

  const ArrowType &type_;
  const ArrowArray *array_;
  const std::string &place_;
};

}  // namespace

void check_array(const ArrowType &type, const ArrowArray *array, const std::string &place) {
  ArrayCheck(type, array, place).run();
}

}  // namespace manifact
