// SPDX-License-Identifier: Apache-2.0

import java.net.ServerSocket;
import java.nio.file.Path;
import org.pcj.PCJ;
import org.pcj.RegisterStorage;
import org.pcj.StartPoint;
import org.pcj.Storage;

/// Puts of PCJ into variables of the other process, which waits until they have changed. Words one
/// way are put into an array, in windows: a put may overwrite what was not read yet.
@RegisterStorage(PcjPeer.Shared.class)
public final class PcjPeer extends JavaPeer implements StartPoint {
  private static final int WINDOW = 1000;

  /// The fields that the other process can put to.
  @Storage(PcjPeer.class)
  enum Shared {
    word,
    window,
    array,
    terms
  }

  private long word;
  private final long[] window = new long[WINDOW];
  private byte[] array = {};
  private final long[] terms = new long[2];
  private long turns;

  /// The first process starts the second one.
  public static void main(String[] args) throws Exception {
    PCJ.executionBuilder(PcjPeer.class)
        .addNode("localhost:" + free())
        .addNode("localhost:" + free())
        .addProperty("folder", args[0])
        .deploy();
  }

  private static int free() throws Exception {
    try (var socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  @Override
  public void main() throws Exception {
    serve(PCJ.myId(), Path.of(PCJ.getProperty("folder")));
  }

  @Override
  void sendWord(long value) {
    PCJ.asyncPut(value, 1 - rank, Shared.word);
  }

  @Override
  long takeWord() {
    PCJ.waitFor(Shared.word);
    return word;
  }

  @Override
  void words(long count) {
    long sum = 0;
    for (long from = 0; from < count; from += WINDOW) {
      int some = (int) Math.min(WINDOW, count - from);
      if (rank == 1) {
        PCJ.waitFor(Shared.window, some);
      }
      for (int i = 0; i < some; i++) {
        if (rank == 0) {
          PCJ.asyncPut(from + i, 1, Shared.window, i);
        }
        sum = 31 * sum + (rank == 0 ? from + i : window[i]);
      }
      if (rank == 1) {
        sendWord(0);
      } else {
        takeWord();
      }
    }
    if (rank == 1) {
      sendWord(sum);
    } else {
      check(takeWord(), sum);
    }
  }

  @Override
  void sendArray(byte[] from) {
    PCJ.asyncPut(from, 1 - rank, Shared.array);
  }

  @Override
  void takeArray(byte[] into) {
    PCJ.waitFor(Shared.array);
    System.arraycopy(array, 0, into, 0, ARRAY);
  }

  @Override
  void barrier() {
    PCJ.barrier();
  }

  /// Each process reduces for itself. Two terms take turns, so one barrier is enough.
  @Override
  long allreduce(long value) {
    int turn = (int) (turns++ & 1);
    PCJ.putLocal(value, Shared.terms, turn);
    PCJ.barrier();
    return PCJ.<Long>reduce(Long::sum, Shared.terms, turn);
  }
}
