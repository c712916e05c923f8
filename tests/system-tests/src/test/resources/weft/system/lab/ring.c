// SPDX-License-Identifier: Apache-2.0
//
// Each rank sends BYTES to the next one in eight pieces, and says on which host it is.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int piece = atoi(argv[1]) / 8;
  char *out = calloc(piece, 1), *in = calloc(piece, 1), host[64];
  for (int i = 0; i < 8; i++) {
    MPI_Sendrecv(out, piece, MPI_BYTE, (rank + 1) % size, 0, in, piece, MPI_BYTE,
                 (rank + size - 1) % size, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  gethostname(host, sizeof host);
  printf("rank %d of %d is on %s\n", rank, size, host);
  MPI_Finalize();
  return 0;
}
