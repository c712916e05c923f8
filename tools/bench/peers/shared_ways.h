// SPDX-License-Identifier: Apache-2.0
//
// The collectives of shared_collectives.c, which says what the ways are.
#ifndef WEFT_BENCH_SHARED_WAYS_H
#define WEFT_BENCH_SHARED_WAYS_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

enum { BLOCK = 4 << 20, CHUNKS = 8, CHUNK = 256 << 10 };

// Each has a cache line, and one writer.
struct counters {
  _Alignas(128) int64_t passed;  // barriers
  _Alignas(128) int64_t filled;  // chunks, by the one whose they are
  _Alignas(128) int64_t taken;   // chunks of the other's
};

struct buffers {
  char in[2 * BLOCK], out[2 * BLOCK];
};

static struct shared {
  struct counters counters[2];
  _Alignas(4096) char chunks[2][CHUNKS * CHUNK];
  _Alignas(4096) struct buffers buffers[2];
} *shared;

// At the same address in both, as they were made before the fork, and each has its own.
static struct buffers *private;

static int me, other;
static pid_t pids[2];
static struct counters *mine, *theirs;
static char *in, *out, *others_in;
static size_t chunk;

static void tell(int64_t *counter, int64_t value) { __atomic_store_n(counter, value, __ATOMIC_RELEASE); }

static int64_t ask(int64_t *counter) { return __atomic_load_n(counter, __ATOMIC_ACQUIRE); }

static void barrier(void) {
  int64_t passed = mine->passed + 1;
  tell(&mine->passed, passed);
  while (ask(&theirs->passed) < passed) {
  }
}

static void sum(char *to, const char *from, const char *more, size_t bytes) {
  double *restrict sums = (double *)to;
  const double *a = (const double *)from, *b = (const double *)more;
  for (size_t i = 0; i < bytes / sizeof(double); i++) {
    sums[i] = a[i] + b[i];
  }
}

// Data in private memory, through chunks.

static int has_room(void) { return mine->filled - ask(&theirs->taken) < CHUNKS; }

static int has_come(void) { return ask(&theirs->filled) > mine->taken; }

static char *chunk_of(int rank, int64_t number) { return shared->chunks[rank] + number % CHUNKS * chunk; }

static void fill(const char *from) {
  memcpy(chunk_of(me, mine->filled), from, chunk);
  tell(&mine->filled, mine->filled + 1);
}

static char *next(void) { return chunk_of(other, mine->taken); }

static void took(void) { tell(&mine->taken, mine->taken + 1); }

static void send_all(const char *from, size_t bytes) {
  for (size_t at = 0; at < bytes; at += chunk) {
    while (!has_room()) {
    }
    fill(from + at);
  }
}

static void await_chunk(void) {
  while (!has_come()) {
  }
}

static void chunks_broadcast(size_t bytes) {
  if (me == 0) {
    send_all(in, bytes);
  } else {
    for (size_t at = 0; at < bytes; at += chunk) {
      await_chunk();
      memcpy(out + at, next(), chunk);
      took();
    }
  }
}

static void chunks_reduce(size_t bytes) {
  if (me == 1) {
    send_all(in, bytes);
  } else {
    for (size_t at = 0; at < bytes; at += chunk) {
      await_chunk();
      sum(out + at, in + at, next(), chunk);
      took();
    }
  }
}

// Each adds its half: it takes the other's numbers from a chunk and leaves the sums there, which the other takes back.
static void chunks_allreduce(size_t bytes) {
  size_t half = bytes / 2, sent = 0, added = 0, back = 0;
  int64_t first = mine->filled;
  while (added < half || back < half) {
    if (sent < half && sent - back < CHUNKS * chunk) {
      fill(in + other * half + sent);
      sent += chunk;
    }
    if (added < half && has_come()) {
      char *to = out + me * half + added;
      char *theirs_and_sums = next();
      sum(to, in + me * half + added, theirs_and_sums, chunk);
      memcpy(theirs_and_sums, to, chunk);
      took();
      added += chunk;
    }
    if (back < sent && ask(&theirs->taken) > first + (int64_t)(back / chunk)) {
      memcpy(out + other * half + back, chunk_of(me, first + back / chunk), chunk);
      back += chunk;
    }
  }
}

// The own block is copied while a cache has it.
static void exchange(const char *own, const char *away, size_t bytes) {
  size_t sent = 0, received = 0;
  while (sent < bytes || received < bytes) {
    if (sent < bytes && has_room()) {
      fill(away + sent);
      memcpy(out + me * bytes + sent, own + sent, chunk);
      sent += chunk;
    }
    if (received < bytes && has_come()) {
      memcpy(out + other * bytes + received, next(), chunk);
      took();
      received += chunk;
    }
  }
}

static void chunks_allgather(size_t bytes) { exchange(in, in, bytes); }

static void chunks_alltoall(size_t bytes) { exchange(in + me * bytes, in + other * bytes, bytes); }

// One copy: by the kernel from private memory, or in place.

static int kernel_read(char *to, const char *from, size_t bytes) {
  struct iovec local = {to, bytes}, remote = {(void *)from, bytes};
  return process_vm_readv(pids[other], &local, 1, &remote, 1, 0) == (ssize_t)bytes;
}

static void get_by_kernel(char *to, const char *from, size_t bytes) {
  if (!kernel_read(to, from, bytes)) {
    perror("shared_collectives: process_vm_readv");
    exit(1);
  }
}

static void get_in_place(char *to, const char *from, size_t bytes) { memcpy(to, from, bytes); }

// One of these two, in this slice. What is read must be there before, and stay until it has been read.
static void (*fetch)(char *, const char *, size_t);

static void get_broadcast(size_t bytes) {
  barrier();
  if (me == 1) {
    fetch(out, others_in, bytes);
  }
  barrier();
}

static void get_blocks(const char *own, const char *theirs, size_t bytes) {
  barrier();
  memcpy(out + me * bytes, own, bytes);
  fetch(out + other * bytes, theirs, bytes);
  barrier();
}

static void get_allgather(size_t bytes) { get_blocks(in, others_in, bytes); }

static void get_alltoall(size_t bytes) { get_blocks(in + me * bytes, others_in + me * bytes, bytes); }

// Each adds a half, where the root has its result.
static void place_reduce(size_t bytes) {
  size_t own = me * bytes / 2;
  barrier();
  sum(shared->buffers[0].out + own, in + own, others_in + own, bytes / 2);
  barrier();
}

// Each adds a half, into both results.
static void place_allreduce(size_t bytes) {
  size_t own = me * bytes / 2;
  double *restrict mine = (double *)(out + own), *restrict theirs = (double *)(shared->buffers[other].out + own);
  const double *a = (const double *)(in + own), *b = (const double *)(others_in + own);
  barrier();
  for (size_t i = 0; i < bytes / 2 / sizeof(double); i++) {
    mine[i] = theirs[i] = a[i] + b[i];
  }
  barrier();
}

// `bytes` bytes are the whole data, or one block where there is one per rank: as in OSU's benchmarks.
typedef void (*Call)(size_t bytes);

static const struct known {
  const char *name;
  Call chunks, kernel, place;
  int sent[2], results[2];  // how many times `bytes` each rank contributes, and has in the end
} calls[] = {
    {"broadcast", chunks_broadcast, get_broadcast, get_broadcast, {1, 0}, {0, 1}},
    {"reduce", chunks_reduce, NULL, place_reduce, {1, 1}, {1, 0}},
    {"allreduce", chunks_allreduce, NULL, place_allreduce, {1, 1}, {1, 1}},
    {"allgather", chunks_allgather, get_allgather, get_allgather, {1, 1}, {2, 2}},
    {"alltoall", chunks_alltoall, get_alltoall, get_alltoall, {2, 2}, {2, 2}},
};

static const struct known *find(const char *name) {
  for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++) {
    if (strcmp(calls[i].name, name) == 0) {
      return &calls[i];
    }
  }
  return NULL;
}

#endif
