// SPDX-License-Identifier: Apache-2.0
//
// What ScaLAPACK takes for the products and factorisations that `weft bench linalg` times, and what LAPACK of the
// same OpenBLAS takes on one rank with several threads.
//
// Started by the benchmark as: mpirun -n N scalapack_peer SOCKET; without an argument it says which kernel OpenBLAS has.
// Each rank connects to the benchmark's socket, says its rank, and answers each line it gets with one line:
//
//   factor TASK N NB ROWS COUNT    ok NANOS          the least of COUNT calls, on a grid of ROWS x N / ROWS ranks;
//                                                    TASK is gemm, lu, cholesky or qr; lapack-lu, lapack-cholesky,
//                                                    lapack-qr and lapack-ldlt are LAPACK's own, on one rank
//   local N COUNT                  ok NANOS          the least of COUNT products of order N, all ranks at once
//   threads N                      ok 1              OpenBLAS computes with N threads from now on
//   place CORE CORE ...            ok 1              or 0: whether this rank is on its core now
//   stop                           (ends)
//
// The matrices are those of weft.linalg.Elements. A process that waits for a line sleeps in read().
#define _GNU_SOURCE
#include <mpi.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

extern void Cblacs_get(int context, int what, int *value);
extern void Cblacs_gridinit(int *context, const char *order, int rows, int columns);
extern void Cblacs_gridinfo(int context, int *rows, int *columns, int *row, int *column);
extern void Cblacs_gridexit(int context);
extern void descinit_(int *desc, int *m, int *n, int *mb, int *nb, int *rsrc, int *csrc, int *context, int *lld,
                      int *info);
extern int numroc_(int *n, int *nb, int *at, int *source, int *count);
extern void pdgetrf_(int *m, int *n, double *a, int *ia, int *ja, int *desc, int *pivots, int *info);
extern void pdpotrf_(char *uplo, int *n, double *a, int *ia, int *ja, int *desc, int *info);
extern void pdgeqrf_(int *m, int *n, double *a, int *ia, int *ja, int *desc, double *tau, double *work, int *lwork,
                     int *info);
extern void pdgemm_(char *ta, char *tb, int *m, int *n, int *k, double *alpha, double *a, int *ia, int *ja, int *da,
                    double *b, int *ib, int *jb, int *db, double *beta, double *c, int *ic, int *jc, int *dc);
extern void dgetrf_(int *m, int *n, double *a, int *lda, int *pivots, int *info);
extern void dpotrf_(char *uplo, int *n, double *a, int *lda, int *info);
extern void dgeqrf_(int *m, int *n, double *a, int *lda, double *tau, double *work, int *lwork, int *info);
extern void dsytrf_(char *uplo, int *n, double *a, int *lda, int *pivots, double *work, int *lwork, int *info);
extern void dgemm_(char *ta, char *tb, int *m, int *n, int *k, double *alpha, double *a, int *lda, double *b, int *ldb,
                   double *beta, double *c, int *ldc);
extern void openblas_set_num_threads(int threads);
extern char *openblas_get_corename(void);

static int rank, size;
static int zero = 0, one = 1;

static int64_t nanos(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000000000LL + now.tv_nsec;
}

static void fail(const char *what) {
  fprintf(stderr, "scalapack_peer, rank %d: %s\n", rank, what);
  MPI_Abort(MPI_COMM_WORLD, 1);
}

static uint64_t mix(uint64_t z) {
  z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9ULL;
  z = (z ^ z >> 27) * 0x94D049BB133111EBULL;
  return z ^ z >> 31;
}

// Elements.random(1) of the Java side.
static double element(int64_t row, int64_t column) {
  uint64_t start = mix(1 + 0x9E3779B97F4A7C15ULL);
  uint64_t bits = mix(mix(start ^ (uint64_t)row * 0xD6E8FEB86659FD93ULL) + (uint64_t)column * 0x9E3779B97F4A7C15ULL);
  return (double)(bits >> 11) * 0x1p-53 - 0.5;
}

// Elements.positiveDefinite(1, n), or Elements.symmetric(1) without the diagonal.
static double symmetric(int64_t row, int64_t column, int diagonal) {
  return (row > column ? element(row, column) : element(column, row)) + (row == column ? diagonal : 0);
}

static double *allocate(size_t doubles) {
  void *memory = NULL;
  if (posix_memalign(&memory, 64, (doubles > 0 ? doubles : 1) * sizeof(double)) != 0) {
    fail("has no memory");
  }
  return memory;
}

// A local part as it was made, and a copy that is worked on.
static double *original, *work, *product;
static size_t elements;
static char made[96];

static void forget(void) {
  free(original);
  free(work);
  free(product);
  original = work = product = NULL;
}

static void make(const char *task, int n, int nb, int rows, int columns, int row, int column) {
  char key[96];
  snprintf(key, sizeof key, "%s %d %d %d %d", task, n, nb, rows, columns);
  if (strcmp(key, made) == 0) {
    return;
  }
  forget();
  strcpy(made, key);
  int height = numroc_(&n, &nb, &row, &zero, &rows);
  int width = numroc_(&n, &nb, &column, &zero, &columns);
  elements = (size_t)height * width;
  original = allocate(elements);
  work = allocate(elements);
  product = strcmp(task, "gemm") == 0 ? allocate(elements) : NULL;
  int definite = strstr(task, "cholesky") != NULL;
  int indefinite = strstr(task, "ldlt") != NULL;
  for (int j = 0; j < width; j++) {
    int64_t globally = ((int64_t)(j / nb) * columns + column) * nb + j % nb;
    for (int i = 0; i < height; i++) {
      int64_t above = ((int64_t)(i / nb) * rows + row) * nb + i % nb;
      original[(size_t)j * height + i] = definite || indefinite ? symmetric(above, globally, definite ? n : 0)
                                                                 : element(above, globally);
    }
  }
}

static int64_t distributed(const char *task, int n, int nb, int rows, int count) {
  int columns = size / rows, context, row, column, info;
  Cblacs_get(0, 0, &context);
  Cblacs_gridinit(&context, "Row", rows, columns);
  Cblacs_gridinfo(context, &rows, &columns, &row, &column);
  make(task, n, nb, rows, columns, row, column);
  int height = numroc_(&n, &nb, &row, &zero, &rows);
  int width = numroc_(&n, &nb, &column, &zero, &columns);
  int lead = height > 1 ? height : 1;
  int desc[9];
  descinit_(desc, &n, &n, &nb, &nb, &zero, &zero, &context, &lead, &info);
  int *pivots = malloc((height + nb) * sizeof(int));
  double *tau = allocate(width + nb), *space = NULL, best;
  int length = -1;
  if (strcmp(task, "qr") == 0) {
    pdgeqrf_(&n, &n, work, &one, &one, desc, tau, &best, &length, &info);
    length = (int)best;
    space = allocate(length);
  }
  int64_t least = INT64_MAX;
  double unit = 1, none = 0;
  for (int i = 0; i < count; i++) {
    memcpy(work, original, elements * sizeof(double));
    MPI_Barrier(MPI_COMM_WORLD);
    int64_t began = nanos();
    info = 0;
    if (strcmp(task, "gemm") == 0) {
      pdgemm_("N", "N", &n, &n, &n, &unit, original, &one, &one, desc, work, &one, &one, desc, &none, product, &one,
              &one, desc);
    } else if (strcmp(task, "lu") == 0) {
      pdgetrf_(&n, &n, work, &one, &one, desc, pivots, &info);
    } else if (strcmp(task, "cholesky") == 0) {
      pdpotrf_("L", &n, work, &one, &one, desc, &info);
    } else {
      pdgeqrf_(&n, &n, work, &one, &one, desc, tau, space, &length, &info);
    }
    int64_t mine = nanos() - began, all;
    MPI_Allreduce(&mine, &all, 1, MPI_INT64_T, MPI_MAX, MPI_COMM_WORLD);
    if (info != 0) {
      fail("a factorisation failed");
    }
    least = all < least ? all : least;
  }
  free(pivots);
  free(tau);
  free(space);
  Cblacs_gridexit(context);
  return least;
}

static int64_t lapack(const char *task, int n, int count) {
  if (size != 1) {
    fail("LAPACK is timed on one rank");
  }
  make(task, n, n, 1, 1, 0, 0);
  int *pivots = malloc(n * sizeof(int));
  double *tau = allocate(n), best, *space = NULL;
  int length = -1, info;
  if (strcmp(task, "lapack-qr") == 0) {
    dgeqrf_(&n, &n, work, &n, tau, &best, &length, &info);
  } else if (strcmp(task, "lapack-ldlt") == 0) {
    dsytrf_("L", &n, work, &n, pivots, &best, &length, &info);
  } else {
    best = 1;
  }
  length = (int)best;
  space = allocate(length);
  int64_t least = INT64_MAX;
  for (int i = 0; i < count; i++) {
    memcpy(work, original, elements * sizeof(double));
    int64_t began = nanos();
    if (strcmp(task, "lapack-lu") == 0) {
      dgetrf_(&n, &n, work, &n, pivots, &info);
    } else if (strcmp(task, "lapack-cholesky") == 0) {
      dpotrf_("L", &n, work, &n, &info);
    } else if (strcmp(task, "lapack-qr") == 0) {
      dgeqrf_(&n, &n, work, &n, tau, space, &length, &info);
    } else {
      dsytrf_("L", &n, work, &n, pivots, space, &length, &info);
    }
    int64_t mine = nanos() - began;
    least = mine < least ? mine : least;
  }
  free(pivots);
  free(tau);
  free(space);
  return least;
}

static int64_t local(int n, int count) {
  static double *a;
  static int order;
  if (order != n) {
    free(a);
    a = allocate((size_t)n * n * 3);
    order = n;
    for (size_t i = 0; i < (size_t)n * n * 3; i++) {
      a[i] = element((int64_t)i, 0);
    }
  }
  double unit = 1, none = 0, *b = a + (size_t)n * n, *c = b + (size_t)n * n;
  MPI_Barrier(MPI_COMM_WORLD);
  int64_t began = nanos();
  for (int i = 0; i < count; i++) {
    dgemm_("N", "N", &n, &n, &n, &unit, a, &n, b, &n, &none, c, &n);
  }
  int64_t mine = (nanos() - began) / count, all;
  MPI_Allreduce(&mine, &all, 1, MPI_INT64_T, MPI_MAX, MPI_COMM_WORLD);
  return all;
}

static int place(const char *line, const cpu_set_t *given) {
  const char *word = line;
  for (int i = 0; i <= rank && word != NULL; i++) {
    word = strchr(word + 1, ' ');
  }
  int core = word == NULL ? 0 : atoi(word), seen = -1;
  for (int processor = 0; processor < CPU_SETSIZE; processor++) {
    if (CPU_ISSET(processor, given) && ++seen == core) {
      cpu_set_t mine;
      CPU_ZERO(&mine);
      CPU_SET(processor, &mine);
      return sched_setaffinity(0, sizeof mine, &mine) == 0;
    }
  }
  return 0;
}

int main(int argc, char **argv) {
  if (argc == 1) {
    puts(openblas_get_corename());
    return 0;
  }
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  if (argc != 2 || strlen(argv[1]) >= sizeof address.sun_path) {
    fail("usage: mpirun -n N scalapack_peer SOCKET");
  }
  strcpy(address.sun_path, argv[1]);
  int channel = socket(AF_UNIX, SOCK_STREAM, 0);
  if (channel < 0 || connect(channel, (struct sockaddr *)&address, sizeof address) != 0) {
    fail("cannot connect to the benchmark");
  }
  FILE *lines = fdopen(channel, "r");
  dprintf(channel, "rank %d\n", rank);
  char line[512], task[32];
  int n, nb, rows, count;
  cpu_set_t given;
  CPU_ZERO(&given);
  sched_getaffinity(0, sizeof given, &given);
  openblas_set_num_threads(1);
  while (fgets(line, sizeof line, lines) != NULL && strncmp(line, "stop", 4) != 0) {
    int64_t answer;
    if (strncmp(line, "place", 5) == 0) {
      answer = place(line, &given);
    } else if (sscanf(line, "threads %d", &n) == 1) {
      openblas_set_num_threads(n);
      answer = 1;
    } else if (sscanf(line, "local %d %d", &n, &count) == 2) {
      answer = local(n, count);
    } else if (sscanf(line, "factor %31s %d %d %d %d", task, &n, &nb, &rows, &count) == 5) {
      answer = strncmp(task, "lapack", 6) == 0 ? lapack(task, n, count) : distributed(task, n, nb, rows, count);
    } else {
      fail("cannot read what the benchmark asks");
      return 1;
    }
    // Who answers sleeps until it is asked again, and others may still need it for the last call.
    MPI_Barrier(MPI_COMM_WORLD);
    dprintf(channel, "ok %lld\n", (long long)answer);
  }
  forget();
  MPI_Finalize();
  return 0;
}
