// SPDX-License-Identifier: Apache-2.0
//
// What two processes of plain C reach, without any library: the bounds that Weft's collectives are held against. Each
// process has a core for itself. Timed as in mpi_collectives.c: each call for itself, behind a barrier that is not
// timed and before which each rank writes what it sends again (not with "unchanged"). Before each slice the result of
// one call is checked.
//
// Ways, which the slice's algorithm names:
//
//   chunks   data in private memory, through eight chunks of shared memory for each direction
//   kernel   data in private memory, copied once: process_vm_readv
//   place    data in shared memory, read where it is
//
// Started by the benchmark as: shared_collectives SOCKET [unchanged]
// Each rank connects to the benchmark's socket, says its rank, and answers each line it gets with one line
// (see Slice.java, Timing.java and SharedCollectives.java, which draw them):
//
//   run NAME BYTES WARM COUNT WAY CHUNK CHUNKS    ok TIMED ALONE LOOP BEFORE SWITCHES 0    or: failed WHY
//   kernel                                        ok 1    where one process may read the other's memory, else ok 0
//   stop                                          (ends)
#define _GNU_SOURCE
#include <sched.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>

#include "board.h"
#include "shared_ways.h"

// Adds 1 to each of these doubles: a processor that does so has their cache lines for itself.
static void add(char *data, size_t bytes) {
  for (size_t i = 0; i < bytes / sizeof(double); i++) {
    ((double *)data)[i] += 1;
  }
}

static double value(int rank, size_t at) { return rank + 1 + at % 7; }

// Reads `bytes` bytes: a processor that does so has a copy of their cache lines.
static void look(const char *data, size_t bytes) {
  char piece[4096];
  for (size_t i = 0; i < bytes; i += sizeof piece) {
    memcpy(piece, data + i, bytes - i < sizeof piece ? bytes - i : sizeof piece);
    __asm__ volatile("" : : "r"(piece) : "memory");
  }
}

// What must stand at `at` of the result; blocks have `n` doubles.
static double result(const char *name, size_t at, size_t n) {
  int block = (int)(at / n);
  return strcmp(name, "broadcast") == 0   ? value(0, at)
         : strcmp(name, "allgather") == 0 ? value(block, at % n)
         : strcmp(name, "alltoall") == 0  ? value(block, me * n + at % n)
                                          : value(0, at) + value(1, at);
}

// Calls once, and says whether the result is right.
static int check(const struct known *known, Call call, size_t bytes) {
  size_t n = bytes / sizeof(double), results = known->results[me] * n;
  double *source = (double *)in, *target = (double *)out;
  for (size_t i = 0; i < known->sent[me] * n; i++) {
    source[i] = value(me, i);
  }
  for (size_t i = 0; i < results; i++) {
    target[i] = -1;
  }
  barrier();
  call(bytes);
  for (size_t i = 0; i < results; i++) {
    if (target[i] != result(known->name, i, n)) {
      return 0;
    }
  }
  return 1;
}

static void run(int channel, const char *line, int unchanged) {
  char name[64], way[64];
  long long bytes, warm, count, of;
  if (sscanf(line, "run %63s %lld %lld %lld %63s %lld", name, &bytes, &warm, &count, way, &of) != 6) {
    dprintf(channel, "failed cannot read what the benchmark asks\n");
    return;
  }
  const struct known *known = find(name);
  int chunked = strcmp(way, "chunks") == 0, in_place = strcmp(way, "place") == 0;
  int copied = strcmp(way, "kernel") == 0;
  Call call = known == NULL ? NULL
              : chunked     ? known->chunks
              : in_place    ? known->place
              : copied      ? known->kernel
                            : NULL;
  int of_chunks = of > 0 && of <= CHUNK && of % sizeof(double) == 0 && bytes / 2 % of == 0;
  if (call == NULL || bytes <= 0 || bytes > BLOCK || bytes % 16 != 0 || (chunked && !of_chunks)) {
    dprintf(channel, "failed asked for what it does not know\n");
    return;
  }
  struct buffers *own = in_place ? &shared->buffers[me] : private;
  in = own->in;
  out = own->out;
  others_in = in_place ? shared->buffers[other].in : private->in;
  fetch = in_place ? get_in_place : get_by_kernel;
  chunk = of;
  int right = check(known, call, bytes);
  int64_t taken = switches(), began = 0, timed = 0, renewing = 0;
  barrier();
  for (long long i = -warm; i < count; i++) {
    int64_t before = nanos();
    if (i == 0) {
      began = before;
    }
    if (!unchanged) {
      look(out, known->results[me] * bytes);
      add(in, known->sent[me] * bytes);
    }
    if (i >= 0) {
      renewing += nanos() - before;
    }
    barrier();
    before = nanos();
    call(bytes);
    if (i >= 0) {
      timed += nanos() - before;
    }
  }
  int64_t loop = nanos() - began;
  barrier();
  if (right) {
    dprintf(channel, "ok %lld %lld %lld %lld %lld 0\n", (long long)timed, (long long)timed, (long long)loop,
            (long long)renewing, (long long)(switches() - taken));
  } else {
    dprintf(channel, "failed the result of %s by way of \"%s\" is wrong\n", name, way);
  }
}

static int topology(int cpu, const char *what) {
  char path[128];
  int number = -1;
  snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu%d/topology/%s", cpu, what);
  FILE *file = fopen(path, "r");
  if (file != NULL) {
    number = fscanf(file, "%d", &number) == 1 ? number : -1;
    fclose(file);
  }
  return number;
}

static int is_one_core(int cpu, int another) {
  int core = topology(cpu, "core_id");
  return core >= 0 && core == topology(another, "core_id") &&
         topology(cpu, "physical_package_id") == topology(another, "physical_package_id");
}

// Each takes a core of its own, as mpirun gives two ranks.
static void take_core(void) {
  cpu_set_t cpus;
  int core[2] = {-1, -1};
  CPU_ZERO(&cpus);
  sched_getaffinity(0, sizeof cpus, &cpus);
  for (int cpu = 0; cpu < CPU_SETSIZE; cpu++) {
    if (CPU_ISSET(cpu, &cpus) && core[0] < 0) {
      core[0] = cpu;
    } else if (CPU_ISSET(cpu, &cpus) && core[1] < 0 && !is_one_core(core[0], cpu)) {
      core[1] = cpu;
    }
  }
  if (core[me] >= 0) {
    CPU_ZERO(&cpus);
    CPU_SET(core[me], &cpus);
    sched_setaffinity(0, sizeof cpus, &cpus);
  }
}

// One that waits for the other in a loop must not outlive it.
static void on_end(int signal) {
  (void)signal;
  int status = 1;
  wait(&status);
  _exit(status != 0);
}

static void *map(size_t bytes, int how) {
  void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, how | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) {
    perror("mmap");
    exit(1);
  }
  return memory;
}

int main(int argc, char **argv) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  int unchanged = argc == 3 && strcmp(argv[2], "unchanged") == 0;
  if (argc != 2 + unchanged || strlen(argv[1]) >= sizeof address.sun_path) {
    fprintf(stderr, "usage: shared_collectives SOCKET [unchanged]\n");
    return 2;
  }
  strcpy(address.sun_path, argv[1]);
  shared = map(sizeof *shared, MAP_SHARED);
  private = map(sizeof *private, MAP_PRIVATE);
  signal(SIGCHLD, on_end);
  pids[0] = getpid();
  pids[1] = fork();
  if (pids[1] == 0) {
    me = 1;
    signal(SIGCHLD, SIG_DFL);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
  }
  other = 1 - me;
  mine = &shared->counters[me];
  theirs = &shared->counters[other];
  prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY);
  take_core();
  int channel = socket(AF_UNIX, SOCK_STREAM, 0);
  if (channel < 0 || connect(channel, (struct sockaddr *)&address, sizeof address) != 0) {
    perror("shared_collectives cannot connect to the benchmark");
    return 1;
  }
  FILE *lines = fdopen(channel, "r");
  dprintf(channel, "rank %d\n", me);
  char line[512];
  while (fgets(line, sizeof line, lines) != NULL && strncmp(line, "stop", 4) != 0) {
    if (strncmp(line, "kernel", 6) == 0) {
      barrier();
      dprintf(channel, "ok %d\n", kernel_read(private->out, private->in, 8));
      barrier();
    } else {
      run(channel, line, unchanged);
    }
  }
  // The second is told to stop after the first, and must be there to be told.
  signal(SIGCHLD, SIG_DFL);
  if (me == 0) {
    waitpid(pids[1], NULL, 0);
  }
  return 0;
}
