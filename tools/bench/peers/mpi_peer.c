// SPDX-License-Identifier: Apache-2.0
//
// What MPI does on this machine, measured in the same slices as Weft: kind 0 is half a round trip of
// MPI_Send and MPI_Recv, kind 1 a stream of MPI_Isend one way with a window of 64 outstanding messages.
// One-sided, by rank 0 alone and each of them flushed: kind 2 is MPI_Put, 3 MPI_Get, 4 MPI_Fetch_and_op.
// Started by the benchmark as: mpirun -n 2 mpi_peer BOARD
#include <mpi.h>
#include <string.h>

#include "board.h"

enum { TRIP = 0, RATE = 1, PUT = 2, GET = 3, WINDOW = 64, LARGEST = 64 << 20 };

static char *buffer;
static char *shared;
static MPI_Win window;
static MPI_Request requests[WINDOW];

static void trip(int rank, int size, int64_t count) {
  int peer = 1 - rank;
  for (int64_t i = 0; i < count; i++) {
    if (rank == 0) {
      MPI_Send(buffer, size, MPI_BYTE, peer, 0, MPI_COMM_WORLD);
      MPI_Recv(buffer, size, MPI_BYTE, peer, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else {
      MPI_Recv(buffer, size, MPI_BYTE, peer, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      MPI_Send(buffer, size, MPI_BYTE, peer, 0, MPI_COMM_WORLD);
    }
  }
}

static void rate(int rank, int size, int64_t count) {
  int peer = 1 - rank;
  for (int64_t done = 0; done < count;) {
    int now = count - done < WINDOW ? (int)(count - done) : WINDOW;
    for (int i = 0; i < now; i++) {
      if (rank == 0) {
        MPI_Isend(buffer, size, MPI_BYTE, peer, 0, MPI_COMM_WORLD, &requests[i]);
      } else {
        MPI_Irecv(buffer, size, MPI_BYTE, peer, 0, MPI_COMM_WORLD, &requests[i]);
      }
    }
    MPI_Waitall(now, requests, MPI_STATUSES_IGNORE);
    done += now;
  }
  // The last message has been taken.
  if (rank == 0) {
    MPI_Recv(buffer, 0, MPI_BYTE, peer, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  } else {
    MPI_Send(buffer, 0, MPI_BYTE, peer, 1, MPI_COMM_WORLD);
  }
}

static void one_sided(int rank, int64_t kind, int size, int64_t count) {
  for (int64_t i = 0; i < count && rank == 0; i++) {
    if (kind == PUT) {
      MPI_Put(buffer, size, MPI_BYTE, 1, 0, size, MPI_BYTE, window);
    } else if (kind == GET) {
      MPI_Get(buffer, size, MPI_BYTE, 1, 0, size, MPI_BYTE, window);
    } else {
      int64_t old;
      MPI_Fetch_and_op(&i, &old, MPI_INT64_T, 1, 0, MPI_SUM, window);
    }
    MPI_Win_flush(1, window);
  }
}

static int64_t work(int rank, int64_t kind, int size, int64_t count) {
  int64_t began = nanos();
  if (kind == TRIP) {
    trip(rank, size, count);
  } else if (kind == RATE) {
    rate(rank, size, count);
  } else {
    one_sided(rank, kind, size, count);
  }
  int64_t took = nanos() - began;
  if (kind >= PUT) {
    MPI_Barrier(MPI_COMM_WORLD);
  }
  return took;
}

static void lead(Board board, int64_t number, int64_t kind, int size, int64_t count) {
  int64_t taken = switches();
  await_word(board, READY, number);
  int64_t before = line_lead(board);
  int64_t took = work(0, kind, size, count);
  int64_t after = line_lead(board);
  await_word(board, DONE, number);
  set(board, RESULT + 1, took);
  set(board, RESULT + 2, before);
  set(board, RESULT + 3, after);
  set(board, RESULT + 4, 0);
  set(board, RESULT + 5, switches() - taken + get(board, DONE + 2));
  set(board, RESULT + 6, 0);
  set(board, RESULT, number);
}

static void follow(Board board, int64_t number, int64_t kind, int size, int64_t count) {
  int64_t taken = switches();
  set(board, READY, number);
  line_follow(board);
  work(1, kind, size, count);
  line_follow(board);
  set(board, DONE + 2, switches() - taken);
  set(board, DONE, number);
}

// Windows between hosts are not what is measured, and not every MPI has them there.
static int is_one_host(void) {
  MPI_Comm host;
  int size;
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &host);
  MPI_Comm_size(host, &size);
  MPI_Comm_free(&host);
  return size == 2;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (argc != 2) {
    fprintf(stderr, "usage: mpirun -n 2 mpi_peer BOARD\n");
    MPI_Abort(MPI_COMM_WORLD, 2);
  }
  Board board = board_map(argv[1]);
  buffer = malloc(LARGEST);
  memset(buffer, 1, LARGEST);
  int windows = is_one_host();
  if (windows) {
    MPI_Win_allocate(LARGEST, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &shared, &window);
    memset(shared, 2, LARGEST);
    MPI_Win_lock_all(0, window);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  __atomic_fetch_add(&board[JOINED], 1, __ATOMIC_SEQ_CST);
  for (int64_t number = 1;; number++) {
    await_command(board, number);
    int64_t kind = get(board, COMMAND + 1);
    int size = (int)get(board, COMMAND + 2);
    int64_t count = get(board, COMMAND + 3);
    if (kind == STOP) {
      break;
    }
    if (rank == 0) {
      lead(board, number, kind, size, count);
    } else {
      follow(board, number, kind, size, count);
    }
  }
  if (windows) {
    MPI_Win_unlock_all(window);
    MPI_Win_free(&window);
  }
  MPI_Finalize();
  return 0;
}
