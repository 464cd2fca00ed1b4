/* Preloaded into the program: kills it in front of the KILL_AT-th call that changes a folder, or
   lets the FAIL_AT-th one fail, and the FAIL_AT2-th. WITHOUT_EXCHANGE=1 stands for a disk that
   cannot exchange names; with WITHOUT_SLEEP=1 no time passes in waiting. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

/* 1: the call fails. */
static int count(void) {
  static int calls = 0;
  const char *killed = getenv("KILL_AT"), *failing = getenv("FAIL_AT"), *next = getenv("FAIL_AT2");
  ++calls;
  if (killed != NULL && calls == atoi(killed)) kill(getpid(), SIGKILL);
  if ((failing == NULL || calls != atoi(failing)) && (next == NULL || calls != atoi(next)))
    return 0;
  errno = EIO;
  return 1;
}

#define PASS(name, parameters, ...)            \
  int name parameters {                        \
    int(*real) parameters;                     \
    *(void **)&real = dlsym(RTLD_NEXT, #name); \
    return count() ? -1 : real(__VA_ARGS__);   \
  }

PASS(rename, (const char *from, const char *to), from, to)
PASS(link, (const char *from, const char *to), from, to)
PASS(unlink, (const char *path), path)
PASS(unlinkat, (int folder, const char *path, int flags), folder, path, flags)
PASS(rmdir, (const char *path), path)
PASS(mkdir, (const char *path, mode_t mode), path, mode)
PASS(chmod, (const char *path, mode_t mode), path, mode)
PASS(fsync, (int file), file)

int nanosleep(const struct timespec *wanted, struct timespec *left) {
  int (*real)(const struct timespec *, struct timespec *);
  *(void **)&real = dlsym(RTLD_NEXT, "nanosleep");
  return getenv("WITHOUT_SLEEP") != NULL ? 0 : real(wanted, left);
}

int renameat2(int from_folder, const char *from, int to_folder, const char *to, unsigned flags) {
  int (*real)(int, const char *, int, const char *, unsigned);
  *(void **)&real = dlsym(RTLD_NEXT, "renameat2");
  if (count()) return -1;
  if (getenv("WITHOUT_EXCHANGE") != NULL || real == NULL) return errno = EINVAL, -1;
  return real(from_folder, from, to_folder, to, flags);
}
