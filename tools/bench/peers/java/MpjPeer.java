// SPDX-License-Identifier: Apache-2.0

import java.nio.file.Path;
import mpi.MPI;

/// Sends and receives of MPJ Express between two processes, over its device for clusters
/// (`niodev`). Its device for one machine runs ranks as threads.
final class MpjPeer extends JavaPeer {
  private static final int TAG = 7;

  private final long[] word = new long[1];
  private final long[] sum = new long[1];

  public static void main(String[] args) throws Exception {
    MPI.Init(MpjStart.arguments(args));
    new MpjPeer().serve(MPI.COMM_WORLD.Rank(), Path.of(args[1]));
    MPI.Finalize();
  }

  @Override
  void sendWord(long value) {
    word[0] = value;
    MPI.COMM_WORLD.Send(word, 0, 1, MPI.LONG, 1 - rank, TAG);
  }

  @Override
  long takeWord() {
    MPI.COMM_WORLD.Recv(word, 0, 1, MPI.LONG, 1 - rank, TAG);
    return word[0];
  }

  @Override
  void sendArray(byte[] array) {
    MPI.COMM_WORLD.Send(array, 0, ARRAY, MPI.BYTE, 1 - rank, TAG);
  }

  @Override
  void takeArray(byte[] into) {
    MPI.COMM_WORLD.Recv(into, 0, ARRAY, MPI.BYTE, 1 - rank, TAG);
  }

  @Override
  void barrier() {
    MPI.COMM_WORLD.Barrier();
  }

  @Override
  long allreduce(long value) {
    word[0] = value;
    MPI.COMM_WORLD.Allreduce(word, 0, sum, 0, 1, MPI.LONG, MPI.SUM);
    return sum[0];
  }
}
