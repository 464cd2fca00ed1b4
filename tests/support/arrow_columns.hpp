// Arrow columns made by hand and exported by the C data interface, with counts of what was
// released. Each buffer is a block of its own of exactly its size, so that AddressSanitizer sees
// every access beyond it.
#pragma once

#include <manifact/arrow.h>

#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace support {

using Buffer = std::shared_ptr<std::vector<char>>;

template <class Value>
Buffer buffer_of(const std::vector<Value> &values) {
  auto made = std::make_shared<std::vector<char>>(values.size() * sizeof(Value));
  if (!values.empty()) std::memcpy(made->data(), values.data(), made->size());
  made->shrink_to_fit();
  return made;
}

inline Buffer bits_of(const std::vector<bool> &bits) {
  std::vector<char> packed((bits.size() + 7) / 8);
  for (std::size_t i = 0; i < bits.size(); ++i)
    if (bits[i]) packed[i / 8] = static_cast<char>(packed[i / 8] | 1 << (i % 8));
  return buffer_of(packed);
}

struct ArrowColumn {
  std::string format, name;
  std::int64_t length = 0;
  std::vector<Buffer> buffers;  // null: a pointer that is NULL
  std::vector<ArrowColumn> children{};
  std::shared_ptr<ArrowColumn> dictionary{};
  std::int64_t offset = 0, null_count = -1;
};

struct Releases {
  int schemas = 0, arrays = 0, streams = 0;  // of those at the top, and below
};

namespace arrow_detail {

// What an exported structure owns. Structures below it are released with it, unless they are gone.
template <class Structure>
struct Owned {
  std::string format, name;
  std::vector<Buffer> buffers;
  std::vector<const void *> pointers;
  std::vector<std::unique_ptr<Structure>> below;
  std::vector<Structure *> children;
  std::unique_ptr<Structure> dictionary;
  int *count = nullptr;

  Owned() = default;
  Owned(const Owned &) = delete;
  Owned &operator=(const Owned &) = delete;
  ~Owned() {
    for (const auto &child : below)
      if (child->release != nullptr) child->release(child.get());
    if (dictionary && dictionary->release != nullptr) dictionary->release(dictionary.get());
  }
};

template <class Structure>
void release(Structure *structure) {
  auto *const owned = static_cast<Owned<Structure> *>(structure->private_data);
  if (owned->count != nullptr) ++*owned->count;
  structure->release = nullptr;
  delete owned;
}

template <class Structure, class Export>
Owned<Structure> *owned_of(const ArrowColumn &column, Structure *out, int *count,
                           const Export &export_below) {
  auto owned = std::make_unique<Owned<Structure>>();
  owned->format = column.format;
  owned->name = column.name;
  owned->buffers = column.buffers;
  owned->count = count;
  for (const ArrowColumn &child : column.children) {
    owned->below.push_back(std::make_unique<Structure>());
    owned->children.push_back(owned->below.back().get());
    export_below(child, owned->children.back());
  }
  if (column.dictionary) {
    owned->dictionary = std::make_unique<Structure>();
    export_below(*column.dictionary, owned->dictionary.get());
  }
  *out = Structure{};
  out->n_children = static_cast<std::int64_t>(owned->children.size());
  out->children = owned->children.empty() ? nullptr : owned->children.data();
  out->dictionary = owned->dictionary.get();
  out->release = release<Structure>;
  out->private_data = owned.get();
  return owned.release();
}

}  // namespace arrow_detail

inline void export_schema(const ArrowColumn &column, ArrowSchema *out, int *count = nullptr) {
  auto *const owned = arrow_detail::owned_of(
      column, out, count,
      [](const ArrowColumn &child, ArrowSchema *to) { export_schema(child, to); });
  out->format = owned->format.c_str();
  out->name = owned->name.c_str();
  out->flags = ARROW_FLAG_NULLABLE;
}

inline void export_array(const ArrowColumn &column, ArrowArray *out, int *count = nullptr) {
  auto *const owned = arrow_detail::owned_of(
      column, out, count,
      [](const ArrowColumn &child, ArrowArray *to) { export_array(child, to); });
  for (const Buffer &buffer : owned->buffers)
    owned->pointers.push_back(buffer ? buffer->data() : nullptr);
  out->length = column.length;
  out->null_count = column.null_count;
  out->offset = column.offset;
  out->n_buffers = static_cast<std::int64_t>(owned->pointers.size());
  out->buffers = owned->pointers.data();
}

// A stream of batches; after them it fails with `error`, unless that is 0.
struct Batches {
  std::vector<ArrowColumn> batches;
  Releases *releases;
  int error = 0;
  std::size_t next = 0;
};

inline void export_stream(Batches batches, ArrowArrayStream *out) {
  out->private_data = new Batches(std::move(batches));
  out->get_schema = [](ArrowArrayStream *stream, ArrowSchema *schema) {
    auto *const made = static_cast<Batches *>(stream->private_data);
    export_schema(made->batches.front(), schema, &made->releases->schemas);
    return 0;
  };
  out->get_next = [](ArrowArrayStream *stream, ArrowArray *array) {
    auto *const made = static_cast<Batches *>(stream->private_data);
    *array = ArrowArray{};
    if (made->next == made->batches.size()) return made->error;
    export_array(made->batches[made->next++], array, &made->releases->arrays);
    return 0;
  };
  out->get_last_error = [](ArrowArrayStream *) -> const char * { return "the query failed"; };
  out->release = [](ArrowArrayStream *stream) {
    auto *const made = static_cast<Batches *>(stream->private_data);
    ++made->releases->streams;
    delete made;
    stream->release = nullptr;
  };
}

// Columns of plain layouts, without nulls unless `present` has them.

template <class Value>
ArrowColumn plain_column(const char *format, const char *name, const std::vector<Value> &values,
                         const std::vector<bool> &present = {}) {
  return {format,
          name,
          static_cast<std::int64_t>(values.size()),
          {present.empty() ? nullptr : bits_of(present), buffer_of(values)}};
}

template <class Offset>
ArrowColumn text_column(const char *format, const char *name, const std::vector<std::string> &texts,
                        const std::vector<bool> &present = {}) {
  std::vector<Offset> offsets{0};
  std::string bytes;
  for (const std::string &text : texts) {
    bytes += text;
    offsets.push_back(static_cast<Offset>(bytes.size()));
  }
  return {format,
          name,
          static_cast<std::int64_t>(texts.size()),
          {present.empty() ? nullptr : bits_of(present), buffer_of(offsets),
           buffer_of(std::vector<char>(bytes.begin(), bytes.end()))}};
}

// Texts as views: long ones are in two buffers in turn.
inline ArrowColumn view_column(const char *name, const std::vector<std::string> &texts) {
  std::vector<char> views(16 * texts.size()), longs[2];
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const auto size = static_cast<std::int32_t>(texts[i].size());
    char *const view = views.data() + 16 * i;
    std::memcpy(view, &size, 4);
    std::memcpy(view + 4, texts[i].data(), texts[i].size() <= 12 ? texts[i].size() : 4);
    if (size <= 12) continue;
    const auto which = static_cast<std::int32_t>(i % 2);
    const auto begin = static_cast<std::int32_t>(longs[which].size());
    std::memcpy(view + 8, &which, 4);
    std::memcpy(view + 12, &begin, 4);
    longs[which].insert(longs[which].end(), texts[i].begin(), texts[i].end());
  }
  const std::vector<std::int64_t> sizes{static_cast<std::int64_t>(longs[0].size()),
                                        static_cast<std::int64_t>(longs[1].size())};
  return {"vu",
          name,
          static_cast<std::int64_t>(texts.size()),
          {nullptr, buffer_of(views), buffer_of(longs[0]), buffer_of(longs[1]), buffer_of(sizes)}};
}

inline ArrowColumn batch_of(std::int64_t length, std::vector<ArrowColumn> columns) {
  return {"+s", "", length, {nullptr}, std::move(columns)};
}

}  // namespace support
