// Zip archives, read by libzip.
#include "readers/archive.hpp"

#include <zip.h>

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <utility>

#include "terminal/failure.hpp"
#include "terminal/interrupts.hpp"

namespace cli {
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

struct Zip {
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

class ZipArchive final : public Archive {
 public:
  ZipArchive(std::unique_ptr<Bytes> bytes, const std::string &path, Progress *progress)
      : Archive(bytes->name()), progress_(progress) {
    if (bytes->is_regular()) {
      bytes.reset();
      zip_.open(zip_source_file_create(path.c_str(), 0, -1, nullptr), name_);
    } else {
      zip_.bytes = all_of(*bytes);
      zip_.open(zip_source_buffer_create(zip_.bytes.data(), zip_.bytes.size(), 0, nullptr), name_);
    }
    list();
  }

  std::unique_ptr<Stream> open(const std::string &array) override {
    auto member = std::make_unique<Member>(zip_.handle, array + ".npy",
                                           name_ + " (array " + array + ")", progress_);
    member->most_bytes = most_bytes;
    return member;
  }

 private:
  void list() {
    const zip_int64_t count = zip_get_num_entries(zip_.handle, 0);
    for (zip_int64_t i = 0; i < count; ++i) {
      const char *const raw =
          zip_get_name(zip_.handle, static_cast<zip_uint64_t>(i), ZIP_FL_ENC_RAW);
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

  Progress *progress_;
  Zip zip_;
};

}  // namespace
}  // namespace cli

extern "C" cli::OpenArchive manifact_open_archive;  // of the type that the program expects

void manifact_open_archive(std::unique_ptr<cli::Bytes> &bytes, const std::string &path,
                           cli::Progress *progress, std::unique_ptr<cli::Archive> &archive) {
  archive = std::make_unique<cli::ZipArchive>(std::move(bytes), path, progress);
}
