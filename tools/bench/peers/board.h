// SPDX-License-Identifier: Apache-2.0
//
// The page through which the benchmark's driver commands a pair of processes; see Board.java, which draws
// the layout. A line is 128 bytes, a word 8.
#ifndef WEFT_BENCH_BOARD_H
#define WEFT_BENCH_BOARD_H

#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { COMMAND = 0, RESULT = 16, READY = 32, DONE = 48, PING = 64, JOINED = 96, PINGS = 5000, STOP = -1 };
// After so long there are enough pings; how their end is told, and that it was heard.
enum { PING_NANOS = 20000000, PING_OVER = -1, PING_HEARD = -2 };

typedef int64_t *Board;

static Board board_map(const char *path) {
  int file = open(path, O_RDWR);
  struct stat status;
  if (file < 0 || fstat(file, &status) != 0) {
    perror(path);
    exit(1);
  }
  void *memory = mmap(NULL, status.st_size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (memory == MAP_FAILED) {
    perror("mmap");
    exit(1);
  }
  close(file);
  return memory;
}

static int64_t get(Board board, int word) { return __atomic_load_n(&board[word], __ATOMIC_ACQUIRE); }

static void set(Board board, int word, int64_t value) { __atomic_store_n(&board[word], value, __ATOMIC_RELEASE); }

static int64_t nanos(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000000000LL + now.tv_nsec;
}

static void nap(long nanoseconds) {
  struct timespec time = {0, nanoseconds};
  nanosleep(&time, NULL);
}

// At first with short sleeps, then with longer ones; ends the process when the driver is gone.
static void await_command(Board board, int64_t number) {
  int64_t began = nanos();
  for (int naps = 1; get(board, COMMAND) != number; naps++) {
    nap(nanos() - began < 30000000 ? 200000 : 5000000);
    if (naps % 1024 == 0 && kill((pid_t)get(board, JOINED + 1), 0) != 0) {
      exit(1);
    }
  }
}

// A wait that is long gives its processor to what it waits for, and looks whether the driver is gone.
static void waited(Board board, int64_t spins) {
  if (spins % 65536 == 0) {
    sched_yield();
    if (spins % (1 << 28) == 0 && kill((pid_t)get(board, JOINED + 1), 0) != 0) {
      exit(1);
    }
  }
}

static void await_word(Board board, int word, int64_t value) {
  for (int64_t spins = 1; get(board, word) != value; spins++) {
    waited(board, spins);
  }
}

// One way of a cache line, in picoseconds.
static int64_t line_lead(Board board) {
  set(board, PING, 0);
  int64_t began = nanos(), trips = 0, time = 0;
  while (trips < PINGS && time < PING_NANOS) {
    trips++;
    set(board, PING, 2 * trips - 1);
    await_word(board, PING, 2 * trips);
    time = trips % 16 == 0 || trips == PINGS ? nanos() - began : time;
  }
  set(board, PING, PING_OVER);
  await_word(board, PING, PING_HEARD);
  return time * 1000 / (2 * trips);
}

static void line_follow(Board board) {
  for (int64_t i = 1;; i++) {
    int64_t seen = get(board, PING);
    for (int64_t spins = 1; seen != 2 * i - 1 && seen != PING_OVER; spins++) {
      waited(board, spins);
      seen = get(board, PING);
    }
    if (seen == PING_OVER) {
      set(board, PING, PING_HEARD);
      return;
    }
    set(board, PING, 2 * i);
  }
}

static int64_t switches(void) {
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_nivcsw;
}

#endif
