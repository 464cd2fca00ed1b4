// Compressed parts of files of columns: by zlib, snappy, zstd, lz4 and brotli.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <new>

#include "readers/modules/columns.hpp"
#include "shared/gunzip.hpp"
#include "terminal/failure.hpp"

#ifdef MANIFACT_HAVE_SNAPPY
#include <snappy-c.h>
#endif
#ifdef MANIFACT_HAVE_ZSTD
#include <zstd.h>
#endif
#ifdef MANIFACT_HAVE_LZ4
#include <lz4.h>
#include <lz4frame.h>
#endif
#ifdef MANIFACT_HAVE_BROTLI
#include <brotli/decode.h>
#endif

namespace cli {
namespace {

constexpr std::size_t first_output = std::size_t{1} << 16;

struct Unpacking {
  std::string_view packed;
  std::size_t declared;
  const std::string &place;
  std::string &to;

  [[noreturn]] void fail(const char *codec) const {
    throw Failure(place + ": the data compressed with " + codec + " are damaged");
  }
  // Doubled up to the declared size, so that a claim alone allocates nothing. False at that size.
  bool grow() const {
    if (to.size() >= declared) return false;
    to.resize(std::min(declared, std::max(first_output, 2 * to.size())));
    return true;
  }
  char *end_of(std::size_t done) const { return to.data() + done; }
};

#if !defined(MANIFACT_HAVE_ZLIB) || !defined(MANIFACT_HAVE_SNAPPY) || \
    !defined(MANIFACT_HAVE_ZSTD) || !defined(MANIFACT_HAVE_LZ4) || !defined(MANIFACT_HAVE_BROTLI)
[[noreturn]] void fail_without(const Unpacking &it, const char *library) {
  throw Failure(it.place + " is compressed in a way that this build cannot read: it was built " +
                "without " + library);
}
#endif

void unpack_snappy([[maybe_unused]] const Unpacking &it) {
#ifdef MANIFACT_HAVE_SNAPPY
  constexpr std::size_t most_ratio = 64;  // a copy of 64 bytes takes two at least
  std::size_t size = 0;
  if (snappy_uncompressed_length(it.packed.data(), it.packed.size(), &size) != SNAPPY_OK ||
      size != it.declared || size > most_ratio * it.packed.size())
    it.fail("snappy");
  it.to.resize(size);
  if (snappy_uncompress(it.packed.data(), it.packed.size(), it.to.data(), &size) != SNAPPY_OK)
    it.fail("snappy");
#else
  fail_without(it, "snappy");
#endif
}

void unpack_gzip([[maybe_unused]] const Unpacking &it) {
#ifdef MANIFACT_HAVE_ZLIB
  manifact::Gunzip gunzip;
  std::string_view rest = it.packed;
  const auto packed = [&rest](char *to, std::size_t size) {
    const std::size_t count = rest.copy(to, size);
    rest.remove_prefix(count);
    return count;
  };
  const auto refuse = [&it](manifact::Gunzip::Problem problem, const char *) {
    if (problem == manifact::Gunzip::Problem::memory) throw std::bad_alloc();
    it.fail("gzip");
  };
  for (std::size_t done = 0, got = 1; done < it.to.size() || it.grow(); done += got) {
    got = gunzip.read(it.end_of(done), it.to.size() - done, packed, refuse);
    if (got == 0) it.fail("gzip");
  }
#else
  fail_without(it, "zlib");
#endif
}

void unpack_brotli([[maybe_unused]] const Unpacking &it) {
#ifdef MANIFACT_HAVE_BROTLI
  BrotliDecoderState *const state = BrotliDecoderCreateInstance(nullptr, nullptr, nullptr);
  if (state == nullptr) throw std::bad_alloc();
  const auto *in = reinterpret_cast<const std::uint8_t *>(it.packed.data());
  std::size_t left = it.packed.size(), done = 0;
  BrotliDecoderResult status = BROTLI_DECODER_RESULT_NEEDS_MORE_OUTPUT;
  while (status == BROTLI_DECODER_RESULT_NEEDS_MORE_OUTPUT && it.grow()) {
    auto *out = reinterpret_cast<std::uint8_t *>(it.end_of(done));
    std::size_t room = it.to.size() - done;
    status = BrotliDecoderDecompressStream(state, &left, &in, &room, &out, nullptr);
    done = it.to.size() - room;
  }
  BrotliDecoderDestroyInstance(state);
  if (status != BROTLI_DECODER_RESULT_SUCCESS || done != it.declared) it.fail("brotli");
#else
  fail_without(it, "brotli");
#endif
}

void unpack_zstd([[maybe_unused]] const Unpacking &it) {
#ifdef MANIFACT_HAVE_ZSTD
  ZSTD_DStream *const state = ZSTD_createDStream();
  if (state == nullptr) throw std::bad_alloc();
  ZSTD_inBuffer in{it.packed.data(), it.packed.size(), 0};
  std::size_t done = 0, status = 1;
  while (!ZSTD_isError(status) && (done < it.to.size() || it.grow())) {
    ZSTD_outBuffer out{it.to.data(), it.to.size(), done};
    const std::size_t before = in.pos;
    status = ZSTD_decompressStream(state, &out, &in);
    if (out.pos == done && in.pos == before) break;  // nothing follows
    done = out.pos;
  }
  ZSTD_freeDStream(state);
  if (ZSTD_isError(status) || done != it.declared) it.fail("zstd");
#else
  fail_without(it, "zstd");
#endif
}

void unpack_lz4_raw([[maybe_unused]] const Unpacking &it) {
#ifdef MANIFACT_HAVE_LZ4
  constexpr std::size_t most_ratio = 256;  // each byte adds at most 255
  constexpr std::size_t longest = LZ4_MAX_INPUT_SIZE;
  if (it.declared > most_ratio * it.packed.size() || it.declared > longest ||
      it.packed.size() > longest)
    it.fail("lz4");
  it.to.resize(it.declared);
  const int got =
      LZ4_decompress_safe(it.packed.data(), it.to.data(), static_cast<int>(it.packed.size()),
                          static_cast<int>(it.declared));
  if (got < 0 || static_cast<std::size_t>(got) != it.declared) it.fail("lz4");
#else
  fail_without(it, "lz4");
#endif
}

void unpack_lz4_frame([[maybe_unused]] const Unpacking &it) {
#ifdef MANIFACT_HAVE_LZ4
  LZ4F_dctx *state = nullptr;
  if (LZ4F_isError(LZ4F_createDecompressionContext(&state, LZ4F_VERSION))) throw std::bad_alloc();
  std::size_t done = 0, used = 0, status = 1;
  while (!LZ4F_isError(status) && status != 0 && (done < it.to.size() || it.grow())) {
    std::size_t in = it.packed.size() - used, out = it.to.size() - done;
    status = LZ4F_decompress(state, it.end_of(done), &out, it.packed.data() + used, &in, nullptr);
    if (in == 0 && out == 0) break;
    used += in;
    done += out;
  }
  LZ4F_freeDecompressionContext(state);
  if (LZ4F_isError(status) || done != it.declared) it.fail("lz4");
#else
  fail_without(it, "lz4");
#endif
}

}  // namespace

std::string compressed(Codec &codec, std::string_view bytes) {
  std::string to;
  switch (codec) {
#ifdef MANIFACT_HAVE_SNAPPY
    case Codec::snappy: {
      std::size_t size = snappy_max_compressed_length(bytes.size());
      to.resize(size);
      if (snappy_compress(bytes.data(), bytes.size(), to.data(), &size) != SNAPPY_OK) break;
      to.resize(size);
      return to;
    }
#endif
#ifdef MANIFACT_HAVE_ZSTD
    case Codec::zstd: {
      to.resize(ZSTD_compressBound(bytes.size()));
      const std::size_t size =
          ZSTD_compress(to.data(), to.size(), bytes.data(), bytes.size(), ZSTD_CLEVEL_DEFAULT);
      if (ZSTD_isError(size) != 0) break;
      to.resize(size);
      return to;
    }
#endif
#ifdef MANIFACT_HAVE_LZ4
    case Codec::lz4_frame: {
      to.resize(LZ4F_compressFrameBound(bytes.size(), nullptr));
      const std::size_t size =
          LZ4F_compressFrame(to.data(), to.size(), bytes.data(), bytes.size(), nullptr);
      if (LZ4F_isError(size) != 0) break;
      to.resize(size);
      return to;
    }
#endif
    default:
      break;
  }
  codec = Codec::none;
  return std::string(bytes);
}

void decompress(Codec codec, std::string_view packed, std::int64_t declared,
                const std::string &place, std::string &to) {
  to.clear();
  if (declared < 0) throw Failure(place + ": a size is negative");
  const Unpacking it{packed, static_cast<std::size_t>(declared), place, to};
  if (declared == 0) return;
  switch (codec) {
    case Codec::snappy:
      return unpack_snappy(it);
    case Codec::gzip:
      return unpack_gzip(it);
    case Codec::brotli:
      return unpack_brotli(it);
    case Codec::zstd:
      return unpack_zstd(it);
    case Codec::lz4_raw:
      return unpack_lz4_raw(it);
    case Codec::lz4_frame:
      return unpack_lz4_frame(it);
    default:
      throw Failure(place + " has an unknown compression");
  }
}

}  // namespace cli
