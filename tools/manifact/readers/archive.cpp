#include "readers/archive.hpp"

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <utility>

#include "terminal/failure.hpp"
#include "terminal/interrupts.hpp"

#ifdef MANIFACT_HAVE_ZIP
#include <zip.h>
#endif

namespace cli {

#ifdef MANIFACT_HAVE_ZIP

namespace {

constexpr std::size_t longest_read = std::size_t{1} << 20;  // between two checks for Ctrl-C

[[noreturn]] void fail_zip(const std::string &name, zip_error_t *error) {
  throw Failure(name + " is a damaged zip archive (" + zip_error_strerror(error) + ')');
}

std::string all_of(Bytes &bytes) {
  std::string all;
  for (std::size_t done = 0;;) {
    all.resize(std::max(done + longest_read, 3 * done / 2));
    const std::size_t got = bytes.read(all.data() + done, all.size() - done);
    done += got;
    if (got > 0) continue;
    all.resize(done);
    return all;
  }
}

// A member, decompressed. libzip compares the checksum and the size at the end.
class Member final : public Stream {
 public:
  Member(zip_t *zip, const std::string &member, std::string name, Progress *progress)
      : name_(std::move(name)), progress_(progress) {
    zip_stat_t facts;
    zip_stat_init(&facts);
    if (zip_stat(zip, member.c_str(), ZIP_FL_ENC_RAW, &facts) != 0)
      fail_zip(name_, zip_get_error(zip));
    if ((facts.valid & ZIP_STAT_ENCRYPTION_METHOD) != 0 && facts.encryption_method != ZIP_EM_NONE)
      throw Failure(name_ + " is encrypted, which is not supported");
    if ((facts.valid & ZIP_STAT_SIZE) != 0 && facts.size <= INT64_MAX)
      size_ = static_cast<std::int64_t>(facts.size);
    file_ = zip_fopen(zip, member.c_str(), ZIP_FL_ENC_RAW);
    if (file_ == nullptr) fail_zip(name_, zip_get_error(zip));
  }
  ~Member() override { zip_fclose(file_); }

  std::size_t read(char *to, std::size_t size) override {
    stop_if_interrupted();
    const zip_int64_t got = zip_fread(file_, to, std::min(size, longest_read));
    if (got < 0) fail_zip(name_, zip_file_get_error(file_));
    done_ += got;
    if (progress_ != nullptr) progress_->advance(done_, std::max<std::int64_t>(size_, 0));
    return static_cast<std::size_t>(got);
  }
  const std::string &name() const override { return name_; }
  std::int64_t size() const override { return size_; }

 private:
  std::string name_;
  Progress *progress_;
  zip_file_t *file_ = nullptr;
  std::int64_t size_ = -1, done_ = 0;
};

}  // namespace

struct Archive::Zip {
  std::string bytes;  // of a pipe
  zip_t *handle = nullptr;

  Zip() = default;
  Zip(const Zip &) = delete;
  Zip &operator=(const Zip &) = delete;
  ~Zip() {
    if (handle != nullptr) zip_discard(handle);
  }

  // The handle owns the source once it is open.
  void open(zip_source_t *source, const std::string &name) {
    zip_error_t error;
    zip_error_init(&error);
    if (source != nullptr) handle = zip_open_from_source(source, ZIP_RDONLY, &error);
    if (handle != nullptr) return;
    if (source != nullptr) zip_source_free(source);
    const std::string reason = source == nullptr ? "out of memory" : zip_error_strerror(&error);
    zip_error_fini(&error);
    throw Failure(name + " is not a .npz file, or a damaged one (" + reason + ')');
  }
};

Archive::Archive(std::unique_ptr<Bytes> bytes, const std::string &path, Progress *progress)
    : name_(bytes->name()), progress_(progress), zip_(std::make_unique<Zip>()) {
  if (bytes->peek(2).substr(0, 2) == "\x1f\x8b")
    throw Failure(name_ + " is a compressed .npz file; decompress it first (gzip -dk)");
  const std::string_view magic = bytes->peek(4).substr(0, 4);
  if (magic != "PK\3\4" && magic != "PK\5\6")
    throw Failure(name_ + " is not a .npz file: it does not begin like a zip archive");
  if (bytes->is_regular()) {
    bytes.reset();
    zip_->open(zip_source_file_create(path.c_str(), 0, -1, nullptr), name_);
  } else {
    zip_->bytes = all_of(*bytes);
    zip_->open(zip_source_buffer_create(zip_->bytes.data(), zip_->bytes.size(), 0, nullptr), name_);
  }
  list();
}

void Archive::list() {
  const zip_int64_t count = zip_get_num_entries(zip_->handle, 0);
  for (zip_int64_t i = 0; i < count; ++i) {
    const char *const raw =
        zip_get_name(zip_->handle, static_cast<zip_uint64_t>(i), ZIP_FL_ENC_RAW);
    std::string member = raw == nullptr ? "" : raw;
    if (!member.ends_with(".npy")) continue;
    member.resize(member.size() - 4);
    arrays_.push_back(std::move(member));
  }
  std::vector<std::string> sorted = arrays_;
  std::sort(sorted.begin(), sorted.end());
  const auto twice = std::adjacent_find(sorted.begin(), sorted.end());
  if (twice != sorted.end()) throw Failure(name_ + " holds the array " + *twice + " twice");
}

std::unique_ptr<Stream> Archive::open(const std::string &array) {
  auto member = std::make_unique<Member>(zip_->handle, array + ".npy",
                                         name_ + " (array " + array + ")", progress_);
  member->most_bytes = most_bytes;
  return member;
}

#else

struct Archive::Zip {};

Archive::Archive(std::unique_ptr<Bytes> bytes, const std::string &, Progress *progress)
    : name_(bytes->name()), progress_(progress) {
  throw Failure(name_ +
                " is a zip archive, which this build cannot read (libzip); save the array "
                "as .npy");
}

void Archive::list() {}

std::unique_ptr<Stream> Archive::open(const std::string &) { return nullptr; }

#endif

Archive::~Archive() = default;

bool Archive::holds(const std::string &array) const {
  return std::find(arrays_.begin(), arrays_.end(), array) != arrays_.end();
}

}  // namespace cli
