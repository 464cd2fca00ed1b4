/* Preloaded into the program: calls on files below the folder FAULT_UNDER fail or go short.
   FAULT=CALLS:KIND:NUMBER, with CALLS of open, read, write, sync, rename, map, close and seek, with
   commas, or memory, for all memory that is asked for once main() has begun; KIND is one of the
   errors below, "short" or "kill"; NUMBER is that of the call, from 1, with "+" of it and all that
   follow, or 0: each call goes short, or every other one fails. The file FAULT_MARK is made when
   the call was reached. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

static const struct {
  const char *name;
  int number;
} errors[] = {{"EIO", EIO},       {"ENOSPC", ENOSPC}, {"EINTR", EINTR},
              {"EROFS", EROFS},   {"ENOMEM", ENOMEM}, {"EMFILE", EMFILE},
              {"EDQUOT", EDQUOT}, {"short", 0},       {"kill", -1}};

#define REAL(name)               \
  static __typeof__(&name) real; \
  if (real == NULL) *(void **)&real = dlsym(RTLD_NEXT, #name)

static int is_chosen(const char *call) {
  const char *fault = getenv("FAULT");
  if (fault == NULL) return 0;
  const size_t length = strlen(call);
  for (const char *at = fault; *at != ':' && *at != 0; ++at) {
    if (strncmp(at, call, length) == 0 && (at[length] == ',' || at[length] == ':')) return 1;
    while (at[1] != 0 && *at != ',' && *at != ':') ++at;
    if (*at == ':') break;
  }
  return 0;
}

static int is_below(const char *path) {
  const char *under = getenv("FAULT_UNDER");
  if (under == NULL || path == NULL) return 0;
  return path[0] != '/' || strncmp(path, under, strlen(under)) == 0;
}

static int is_of_file(int file) {
  char link[64], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  const ssize_t length = readlink(link, path, sizeof path - 1);
  if (length <= 0 || path[0] != '/') return 0;
  path[length] = 0;
  return is_below(path);
}

/* 0: nothing happens; -1: the call fails with errno; 1: it goes short. */
static int fault(const char *call) {
  static int calls = 0;
  const int before = errno;
  if (!is_chosen(call)) return 0;
  const char *kind = strchr(getenv("FAULT"), ':') + 1, *number = strchr(kind, ':') + 1;
  const int at = atoi(number);
  const int turn = __atomic_add_fetch(&calls, 1, __ATOMIC_RELAXED);
  for (size_t i = 0; i < sizeof errors / sizeof *errors; ++i) {
    if (strncmp(kind, errors[i].name, strlen(errors[i].name)) != 0) continue;
    const int later = strchr(number, '+') != NULL && turn > at;
    if (at > 0 ? turn != at && !later : errors[i].number != 0 && turn % 2 == 0) break;
    if (getenv("FAULT_MARK") != NULL)
      syscall(SYS_close, syscall(SYS_open, getenv("FAULT_MARK"), O_CREAT | O_WRONLY, 0600));
    if (errors[i].number < 0) kill(getpid(), SIGKILL);
    errno = errors[i].number == 0 ? before : errors[i].number;
    return errors[i].number == 0 ? 1 : -1;
  }
  errno = before;
  return 0;
}

/* Of `size` bytes, those of a call that goes short: 1 to 7. */
static size_t part_of(size_t size) {
  static unsigned turn = 0;
  const size_t part = 1 + __atomic_add_fetch(&turn, 3, __ATOMIC_RELAXED) % 7;
  return part < size ? part : size;
}

#define TRANSFER(name, call, parameters, size, ...)      \
  ssize_t name parameters {                              \
    REAL(name);                                          \
    const int what = is_of_file(file) ? fault(call) : 0; \
    if (what < 0) return -1;                             \
    if (what > 0) size = part_of(size);                  \
    return real(__VA_ARGS__);                            \
  }

TRANSFER(read, "read", (int file, void *to, size_t size), size, file, to, size)
TRANSFER(pread, "read", (int file, void *to, size_t size, off_t at), size, file, to, size, at)
TRANSFER(pread64, "read", (int file, void *to, size_t size, off64_t at), size, file, to, size, at)
TRANSFER(write, "write", (int file, const void *from, size_t size), size, file, from, size)
TRANSFER(pwrite, "write", (int file, const void *from, size_t size, off_t at), size, file, from,
         size, at)
TRANSFER(pwrite64, "write", (int file, const void *from, size_t size, off64_t at), size, file, from,
         size, at)

ssize_t writev(int file, const struct iovec *parts, int count) {
  REAL(writev);
  const int what = is_of_file(file) ? fault("write") : 0;
  if (what < 0) return -1;
  return real(file, parts, what > 0 ? 1 : count);
}

/* The error flag of a stream, which no function sets. */
size_t fread(void *to, size_t size, size_t count, FILE *stream) {
  REAL(fread);
  if (is_of_file(fileno(stream)) && fault("read") < 0) return stream->_flags |= 0x20, 0;
  return real(to, size, count, stream);
}
size_t fwrite(const void *from, size_t size, size_t count, FILE *stream) {
  REAL(fwrite);
  if (is_of_file(fileno(stream)) && fault("write") < 0) return stream->_flags |= 0x20, 0;
  return real(from, size, count, stream);
}

#define ON_FILE(name, call, parameters, ...)            \
  int name parameters {                                 \
    REAL(name);                                         \
    if (is_of_file(file) && fault(call) < 0) return -1; \
    return real(__VA_ARGS__);                           \
  }

ON_FILE(fsync, "sync", (int file), file)
ON_FILE(fdatasync, "sync", (int file), file)
ON_FILE(ftruncate, "write", (int file, off_t size), file, size)
ON_FILE(ftruncate64, "write", (int file, off64_t size), file, size)

/* The descriptor is closed all the same, as by Linux. */
int close(int file) {
  REAL(close);
  const int what = is_of_file(file) ? fault("close") : 0, error = errno;
  const int result = real(file);
  if (what >= 0) return result;
  errno = error;
  return -1;
}

off_t lseek(int file, off_t at, int from) {
  REAL(lseek);
  if (is_of_file(file) && fault("seek") < 0) return -1;
  return real(file, at, from);
}

void *mmap(void *at, size_t size, int protection, int flags, int file, off_t offset) {
  REAL(mmap);
  if (file >= 0 && is_of_file(file) && fault("map") < 0) return MAP_FAILED;
  return real(at, size, protection, flags, file, offset);
}

#define OPEN(name, parameters, ...)                     \
  int name parameters {                                 \
    REAL(name);                                         \
    mode_t mode = 0;                                    \
    if (flags & (O_CREAT | __O_TMPFILE)) {              \
      va_list more;                                     \
      va_start(more, flags);                            \
      mode = va_arg(more, mode_t);                      \
      va_end(more);                                     \
    }                                                   \
    if (is_below(path) && fault("open") < 0) return -1; \
    return real(__VA_ARGS__, mode);                     \
  }

OPEN(open, (const char *path, int flags, ...), path, flags)
OPEN(open64, (const char *path, int flags, ...), path, flags)
OPEN(openat, (int folder, const char *path, int flags, ...), folder, path, flags)
OPEN(openat64, (int folder, const char *path, int flags, ...), folder, path, flags)

FILE *fopen(const char *path, const char *mode) {
  REAL(fopen);
  return is_below(path) && fault("open") < 0 ? NULL : real(path, mode);
}
FILE *fopen64(const char *path, const char *mode) {
  REAL(fopen64);
  return is_below(path) && fault("open") < 0 ? NULL : real(path, mode);
}

int rename(const char *from, const char *to) {
  REAL(rename);
  return is_below(to) && fault("rename") < 0 ? -1 : real(from, to);
}
int renameat2(int from_folder, const char *from, int to_folder, const char *to, unsigned flags) {
  REAL(renameat2);
  return is_below(to) && fault("rename") < 0 ? -1 : real(from_folder, from, to_folder, to, flags);
}

#ifdef __GLIBC__
/* The program ignores SIGPIPE first of all. */
static int has_begun = 0;
__sighandler_t signal(int number, __sighandler_t handler) {
  REAL(signal);
  has_begun = 1;
  return real(number, handler);
}

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *memory, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

static int no_memory(void) { return has_begun && fault("memory") < 0; }

void *malloc(size_t size) { return no_memory() ? NULL : __libc_malloc(size); }
void *calloc(size_t count, size_t size) { return no_memory() ? NULL : __libc_calloc(count, size); }
void *realloc(void *memory, size_t size) {
  return no_memory() ? NULL : __libc_realloc(memory, size);
}
void *aligned_alloc(size_t alignment, size_t size) {
  return no_memory() ? NULL : __libc_memalign(alignment, size);
}
int posix_memalign(void **memory, size_t alignment, size_t size) {
  if (no_memory()) return ENOMEM;
  *memory = __libc_memalign(alignment, size);
  return *memory == NULL ? ENOMEM : 0;
}
#endif
