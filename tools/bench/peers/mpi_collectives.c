// SPDX-License-Identifier: Apache-2.0
//
// What MPI's collectives cost on this machine, in the same slices as Weft's (see TimedLoop.java). Asked to "run",
// each call is timed for itself, as OSU's benchmarks do; asked for a "turn", together with a barrier before it. The
// answer is the sum over the calls. A barrier before that is not timed.
// Before that barrier each rank writes what it sends again, as a program does that sends new data each time;
// with "unchanged" it does not, as in OSU's benchmarks.
//
// Started by the benchmark as: mpirun -n N mpi_collectives SOCKET [unchanged]
// Each rank connects to the benchmark's socket, says its rank, and answers each line it gets with one line
// (see Slice.java and Timing.java, which draw them):
//
//   run NAME BYTES WARM COUNT ...     ok TIMED ALONE LOOP BEFORE SWITCHES 0     nanoseconds: what is timed, the calls
//   turn NAME BYTES WARM COUNT ...    the same                                  alone, the whole loop, writing what is sent
//   place CORE CORE ...               ok 1    or 0: whether this rank is on its core now (see Placement.java)
//   stop                              (ends)
//
// A process that waits for a line sleeps in read(): it does not disturb those whose turn it is.
#define _GNU_SOURCE
#include <mpi.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

static int rank, size;
static double *in, *out;
static size_t room;

static int64_t nanos(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000000000LL + now.tv_nsec;
}

static int64_t switches(void) {
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_nivcsw;
}

static void fail(const char *what) {
  fprintf(stderr, "mpi_collectives, rank %d: %s\n", rank, what);
  MPI_Abort(MPI_COMM_WORLD, 1);
}

// `n` doubles are the whole data, or one block where there is one per rank: as in OSU's benchmarks.
typedef void (*Call)(int n);

static void barrier(int n) {
  (void)n;
  MPI_Barrier(MPI_COMM_WORLD);
}

static void broadcast(int n) { MPI_Bcast(out, n, MPI_DOUBLE, 0, MPI_COMM_WORLD); }

static void reduce(int n) { MPI_Reduce(in, out, n, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD); }

static void allreduce(int n) { MPI_Allreduce(in, out, n, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD); }

static void gather(int n) { MPI_Gather(in, n, MPI_DOUBLE, out, n, MPI_DOUBLE, 0, MPI_COMM_WORLD); }

static void scatter(int n) { MPI_Scatter(in, n, MPI_DOUBLE, out, n, MPI_DOUBLE, 0, MPI_COMM_WORLD); }

static void allgather(int n) { MPI_Allgather(in, n, MPI_DOUBLE, out, n, MPI_DOUBLE, MPI_COMM_WORLD); }

static void alltoall(int n) { MPI_Alltoall(in, n, MPI_DOUBLE, out, n, MPI_DOUBLE, MPI_COMM_WORLD); }

static void reduce_scatter(int n) { MPI_Reduce_scatter_block(in, out, n, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD); }

static void scan(int n) { MPI_Scan(in, out, n, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD); }

static void exscan(int n) { MPI_Exscan(in, out, n, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD); }

// There and back; only the ranks 0 and 1 do it.
static void message(int n) {
  if (rank == 0) {
    MPI_Send(in, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
    MPI_Recv(out, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  } else if (rank == 1) {
    MPI_Recv(out, n, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Send(in, n, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD);
  }
}

static const struct {
  const char *name;
  Call call;
} calls[] = {
    {"barrier", barrier},     {"broadcast", broadcast}, {"reduce", reduce},
    {"allreduce", allreduce}, {"gather", gather},       {"scatter", scatter},
    {"allgather", allgather}, {"alltoall", alltoall},   {"reduce-scatter", reduce_scatter},
    {"scan", scan},           {"exscan", exscan},       {"message", message},
};

static Call find(const char *name) {
  for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++) {
    if (strcmp(calls[i].name, name) == 0) {
      return calls[i].call;
    }
  }
  fail("asked for a collective that it does not know");
  return NULL;
}

// Adds 1 to each of `n` doubles: a processor that does so has their cache lines for itself.
static void add(double *data, size_t n) {
  for (size_t i = 0; i < n; i++) {
    data[i] += 1;
  }
}

// Reads `n` doubles: a processor that does so has a copy of their cache lines.
static void look(const double *data, size_t n) {
  double piece[512];
  for (size_t i = 0; i < n; i += 512) {
    memcpy(piece, data + i, (n - i < 512 ? n - i : 512) * sizeof(double));
    __asm__ volatile("" : : "r"(piece) : "memory");
  }
}

// Reads what this rank gets from `call`; blocks have `n` doubles.
static void use(Call call, size_t n) {
  if (call == gather) {
    look(out, rank == 0 ? n * size : 0);
  } else if (call == allgather || call == alltoall) {
    look(out, n * size);
  } else if (call == reduce) {
    look(out, rank == 0 ? n : 0);
  } else if (call != barrier) {
    look(out, call == exscan && rank == 0 ? 0 : n);
  }
}

// Writes what this rank sends in `call`; blocks have `n` doubles.
static void renew(Call call, size_t n) {
  if (call == broadcast) {
    add(out, rank == 0 ? n : 0);
  } else if (call == scatter) {
    add(in, rank == 0 ? n * size : 0);
  } else if (call == alltoall || call == reduce_scatter) {
    add(in, n * size);
  } else if (call != barrier) {
    add(in, n);
  }
}

// Buffers for blocks of `bytes` bytes, written once so that their pages are there.
static void prepare(int64_t bytes) {
  size_t needed = (size_t)bytes * size;
  if (needed <= room) {
    return;
  }
  free(in);
  free(out);
  in = malloc(needed);
  out = malloc(needed);
  if (in == NULL || out == NULL) {
    fail("no memory for the buffers");
  }
  for (size_t i = 0; i < needed / sizeof(double); i++) {
    in[i] = rank + 1 + i % 7;
    out[i] = 0;
  }
  room = needed;
}

// Binds this process to the core that `line` names for it: 0 is the first of those that it was given.
static int place(const char *line, const cpu_set_t *given) {
  long core = -1;
  char *end = NULL;
  line += strlen("place");
  for (int i = 0; i <= rank; i++) {
    core = strtol(line, &end, 10);
    if (end == line) {
      fail("was told no core");
    }
    line = end;
  }
  for (int cpu = 0; cpu < CPU_SETSIZE; cpu++) {
    if (CPU_ISSET(cpu, given) && core-- == 0) {
      cpu_set_t one;
      CPU_ZERO(&one);
      CPU_SET(cpu, &one);
      return sched_setaffinity(0, sizeof one, &one) == 0;
    }
  }
  return 0;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  int unchanged = argc == 3 && strcmp(argv[2], "unchanged") == 0;
  if (argc != 2 + unchanged || strlen(argv[1]) >= sizeof address.sun_path) {
    fail("usage: mpirun -n N mpi_collectives SOCKET [unchanged]");
  }
  strcpy(address.sun_path, argv[1]);
  int channel = socket(AF_UNIX, SOCK_STREAM, 0);
  if (channel < 0 || connect(channel, (struct sockaddr *)&address, sizeof address) != 0) {
    fail("cannot connect to the benchmark");
  }
  FILE *lines = fdopen(channel, "r");
  dprintf(channel, "rank %d\n", rank);
  char line[512], verb[16], name[64];
  long long bytes, warm, count;
  cpu_set_t given;
  CPU_ZERO(&given);
  sched_getaffinity(0, sizeof given, &given);
  while (fgets(line, sizeof line, lines) != NULL && strncmp(line, "stop", 4) != 0) {
    if (strncmp(line, "place", 5) == 0) {
      dprintf(channel, "ok %d\n", place(line, &given));
      continue;
    }
    if (sscanf(line, "%15s %63s %lld %lld %lld", verb, name, &bytes, &warm, &count) != 5) {
      fail("cannot read what the benchmark asks");
    }
    int turns = strcmp(verb, "turn") == 0;
    if (!turns && strcmp(verb, "run") != 0) {
      fail("asked for a kind of slice that it does not know");
    }
    Call call = find(name);
    prepare(bytes);
    int between = call != barrier;
    int renews = !unchanged && bytes > 0;
    int n = (int)(bytes / sizeof(double));
    int64_t taken = switches(), began = 0, timed = 0, alone = 0, renewing = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    for (long long i = -warm; i < count; i++) {
      if (i == 0) {
        began = nanos();
      }
      if (renews) {
        int64_t old = nanos();
        use(call, n);
        renew(call, n);
        renewing += i >= 0 ? nanos() - old : 0;
      }
      if (between) {
        MPI_Barrier(MPI_COMM_WORLD);
      }
      int64_t before = nanos();
      int64_t entered = before;
      if (turns) {
        MPI_Barrier(MPI_COMM_WORLD);
        entered = nanos();
      }
      call(n);
      if (i >= 0) {
        int64_t ended = nanos();
        timed += ended - before;
        alone += ended - entered;
      }
    }
    int64_t loop = nanos() - began;
    // Who answers sleeps until it is asked again, and others may still need it for the last call.
    MPI_Barrier(MPI_COMM_WORLD);
    dprintf(channel, "ok %lld %lld %lld %lld %lld 0\n", (long long)timed, (long long)alone, (long long)loop,
            (long long)renewing, (long long)(switches() - taken));
  }
  MPI_Finalize();
  return 0;
}
