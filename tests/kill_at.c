/* Preloaded into the program: kills it in front of the KILL_AT-th call that changes a folder. WITHOUT_EXCHANGE=1 stands for a disk that
   cannot exchange two names. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/types.h>
#include <unistd.h>

static void count(void) {
  static int calls = 0;
  const char *at = getenv("KILL_AT");
  if (at != NULL && ++calls == atoi(at)) kill(getpid(), SIGKILL);
}

#define PASS(name, parameters, ...)                        \
  int name parameters {                                    \
    int(*real) parameters;                                 \
    *(void **)&real = dlsym(RTLD_NEXT, #name);             \
    count();                                               \
    return real(__VA_ARGS__);                              \
  }

PASS(rename, (const char *from, const char *to), from, to)
PASS(link, (const char *from, const char *to), from, to)
PASS(unlink, (const char *path), path)
PASS(unlinkat, (int folder, const char *path, int flags), folder, path, flags)
PASS(rmdir, (const char *path), path)
PASS(mkdir, (const char *path, mode_t mode), path, mode)
PASS(chmod, (const char *path, mode_t mode), path, mode)
PASS(fsync, (int file), file)

int renameat2(int from_folder, const char *from, int to_folder, const char *to, unsigned flags) {
  int (*real)(int, const char *, int, const char *, unsigned);
  *(void **)&real = dlsym(RTLD_NEXT, "renameat2");
  count();
  if (getenv("WITHOUT_EXCHANGE") != NULL || real == NULL) return errno = EINVAL, -1;
  return real(from_folder, from, to_folder, to, flags);
}
