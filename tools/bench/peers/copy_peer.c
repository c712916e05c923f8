// SPDX-License-Identifier: Apache-2.0
//
// What plain C takes for the same moves, between two areas of memory that two processes share. It is
// two processes, the second of which does nothing but the ping-pong of the cache line.
// Started by the benchmark as: copy_peer BOARD
#include <string.h>
#include <sys/wait.h>

#include "board.h"

enum { COPY = 0, STORES = 1, LOADS = 2, STRIDED = 3 };
enum { BOARD_BYTES = 1 << 16, AREA = 64 << 20, ROWS = 1000, ROW = 8 * 1000, STRIDE = 8 * 4000 };

static int64_t work(char *first, char *second, int64_t kind, int64_t size, int64_t count) {
  int64_t began = nanos();
  int64_t *words = (int64_t *)second;
  int64_t sum = 0;
  for (int64_t i = 0; i < count; i++) {
    switch (kind) {
      case COPY:
        memcpy(second, first, size);
        break;
      case STORES:
        for (int64_t word = 0; word < size / 8; word++) {
          words[word] = i;
        }
        break;
      case LOADS:
        for (int64_t word = 0; word < size / 8; word++) {
          sum += words[word];
        }
        break;
      default:
        for (int row = 0; row < ROWS; row++) {
          memcpy(second + (size_t)row * STRIDE, first + (size_t)row * STRIDE, ROW);
        }
    }
    // Each of them happens.
    __asm__ volatile("" : "+r"(sum) : : "memory");
  }
  return nanos() - began;
}

static void lead(Board board, char *first, char *second, int64_t number) {
  int64_t kind = get(board, COMMAND + 1);
  int64_t size = get(board, COMMAND + 2);
  int64_t count = get(board, COMMAND + 3);
  int64_t taken = switches();
  await_word(board, READY, number);
  int64_t before = line_lead(board);
  int64_t took = work(first, second, kind, size, count);
  int64_t after = line_lead(board);
  await_word(board, DONE, number);
  set(board, RESULT + 1, took);
  set(board, RESULT + 2, before);
  set(board, RESULT + 3, after);
  set(board, RESULT + 4, 0);
  set(board, RESULT + 5, switches() - taken);
  set(board, RESULT + 6, 0);
  set(board, RESULT, number);
}

static void follow(Board board, int64_t number) {
  set(board, READY, number);
  line_follow(board);
  line_follow(board);
  set(board, DONE, number);
}

int main(int argc, char **argv) {
  if (argc != 2) {
    fprintf(stderr, "usage: copy_peer BOARD\n");
    return 2;
  }
  Board board = board_map(argv[1]);
  char *first = (char *)board + BOARD_BYTES;
  char *second = first + AREA;
  memset(first, 1, AREA);
  pid_t child = fork();
  if (child == 0) {
    memset(second, 2, AREA);
  }
  __atomic_fetch_add(&board[JOINED], 1, __ATOMIC_SEQ_CST);
  for (int64_t number = 1;; number++) {
    await_command(board, number);
    if (get(board, COMMAND + 1) == STOP) {
      break;
    }
    if (child != 0) {
      lead(board, first, second, number);
    } else {
      follow(board, number);
    }
  }
  if (child != 0) {
    waitpid(child, NULL, 0);
  }
  return 0;
}
