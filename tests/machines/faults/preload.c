/*
 * Loaded before the C library of a server or of PostgreSQL (LD_PRELOAD), it turns the clock of the process and lets its writes to the
 * disk fail. A file that both sides map says how, so that it can change while the process runs.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

/* As `preload.ts` writes it, in the order of bytes of this machine. */
struct control {
  /* Added to the time of day, milliseconds. */
  int64_t turned_ms;
  /* Other than 0: fsync and fdatasync fail with EIO. */
  int64_t sync_fails;
};

static const struct control none = {0, 0};
static const volatile struct control *control = &none;

__attribute__((constructor)) static void map_control(void) {
  const char *path = getenv("TOUCHLINE_FAULTS");
  if (path == NULL) return;
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return;
  void *mapped = mmap(NULL, sizeof(struct control), PROT_READ, MAP_SHARED, file, 0);
  if (mapped != MAP_FAILED) control = mapped;
  close(file);
}

int clock_gettime(clockid_t clock, struct timespec *at) {
  static int (*real)(clockid_t, struct timespec *);
  if (real == NULL) real = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
  int result = real(clock, at);
  int64_t turned_ms = control->turned_ms;
  if (result != 0 || turned_ms == 0 || (clock != CLOCK_REALTIME && clock != CLOCK_REALTIME_COARSE)) return result;
  int64_t nanos = at->tv_nsec + (turned_ms % 1000) * 1000000;
  at->tv_sec += turned_ms / 1000;
  if (nanos < 0) {
    nanos += 1000000000;
    at->tv_sec -= 1;
  } else if (nanos >= 1000000000) {
    nanos -= 1000000000;
    at->tv_sec += 1;
  }
  at->tv_nsec = nanos;
  return 0;
}

int gettimeofday(struct timeval *restrict at, void *restrict zone) {
  (void)zone;
  struct timespec exact;
  int result = clock_gettime(CLOCK_REALTIME, &exact);
  at->tv_sec = exact.tv_sec;
  at->tv_usec = exact.tv_nsec / 1000;
  return result;
}

time_t time(time_t *at) {
  struct timespec exact;
  clock_gettime(CLOCK_REALTIME, &exact);
  if (at != NULL) *at = exact.tv_sec;
  return exact.tv_sec;
}

static int fail(void) {
  errno = EIO;
  return -1;
}

int fsync(int file) {
  static int (*real)(int);
  if (real == NULL) real = (int (*)(int))dlsym(RTLD_NEXT, "fsync");
  return control->sync_fails != 0 ? fail() : real(file);
}

int fdatasync(int file) {
  static int (*real)(int);
  if (real == NULL) real = (int (*)(int))dlsym(RTLD_NEXT, "fdatasync");
  return control->sync_fails != 0 ? fail() : real(file);
}
