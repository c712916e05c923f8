// SPDX-License-Identifier: Apache-2.0
package weft.system.lab;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import weft.Counters;
import weft.Rsr1;
import weft.RsrN;
import weft.Weft;
import weft.World;

/// All ranks flood rank 0 with words and payloads, while a token goes round among them that rank 0
/// never sees. They go on until the token has made its laps, so this ends only when they reach each
/// other while they are held back. Even ranks send large payloads, too, which leave beside the
/// records; odd ones only what fills their rings.
///
/// Rank 0 checks that everything comes once and in order, and what the payloads hold. Every rank
/// prints how often there was no room for its next message, what its budget had to hold, and by how
/// much its process has grown meanwhile: whatever counts, memory is used where MPI keeps messages
/// that nobody has asked for.
///
/// Arguments: how many messages each rank sends at least; and for how many milliseconds rank 0 does
/// not listen before it does.
final class Flood {
  private static final int LAPS = 20;
  private static final int TOKEN_BYTES = 1_000;
  private static final int LARGEST = 40_000;
  private static final int SMALL = 2_000;

  /// A number, and a byte behind it.
  private static final int SMALLEST = Long.BYTES + 1;

  private final World world;
  private final long[] next;
  private final long[] totals;
  private final RsrN payloads;
  private final Rsr1 words;
  private final Rsr1 total;
  private final RsrN token;
  private final Rsr1 enough;
  private final byte[] tokenBytes = new byte[TOKEN_BYTES];
  private final ByteBuffer bytes =
      ByteBuffer.allocate(SMALLEST + LARGEST).order(ByteOrder.nativeOrder());
  private int laps;
  private boolean isEnough;

  private Flood(World world) {
    this.world = world;
    this.next = new long[world.size()];
    this.totals = new long[world.size()];
    this.payloads =
        world.rsrN(
            "payloads",
            (source, payload) -> {
              long n = payload.getLong(0);
              check(source, n);
              int size = size(source, n);
              if (payload.size() != size || payload.getByte(size - 1) != (byte) n) {
                throw new IllegalStateException("message " + n + " of " + source + " is damaged");
              }
            });
    this.words = world.rsr1("words", this::check);
    this.total = world.rsr1("total", (source, n) -> totals[source] = n);
    this.token = world.rsrN("token", (source, payload) -> pass());
    this.enough = world.rsr1("enough", (source, n) -> isEnough = true);
  }

  public static void main(String[] args) {
    Weft.launch(args, world -> new Flood(world).run());
  }

  private void check(int source, long n) {
    if (n != next[source]++) {
      throw new IllegalStateException(
          "message " + n + " of rank " + source + " came as number " + (next[source] - 1));
    }
  }

  /// The size of a message; a word has none.
  private static int size(int source, long n) {
    var random = new SplittableRandom(1_000_003L * source + n);
    int kind = random.nextInt(8);
    if (kind < 3) {
      return 0;
    }
    boolean large = kind == 3 && source % 2 == 0;
    return SMALLEST + random.nextInt(large ? LARGEST : SMALL);
  }

  /// The token is at this rank.
  private void pass() {
    if (world.rank() == 1 && ++laps > LAPS) {
      for (int rank = 1; rank < world.size(); rank++) {
        enough.send(rank, laps);
      }
    } else {
      token.send(world.rank() % (world.size() - 1) + 1, tokenBytes);
    }
  }

  private void run() throws IOException, InterruptedException {
    long messages = Long.parseLong(world.args().get(0));
    long deaf = Long.parseLong(world.args().get(1));
    world.start();
    world.quiesce();
    long kilobytes = kilobytes("VmRSS:");
    if (world.rank() == 0) {
      Thread.sleep(deaf);
    }
    long held = world.rank() == 0 ? 0 : flood(messages);
    world.quiesce();
    long grown = kilobytes("VmHWM:") - kilobytes;
    if (world.rank() == 0) {
      long came = 0;
      for (int source = 1; source < world.size(); source++) {
        if (next[source] != totals[source] || totals[source] < messages) {
          throw new IllegalStateException(
              next[source] + " came of the " + totals[source] + " of rank " + source);
        }
        came += next[source];
      }
      System.out.println("all came once and in order: " + came);
    }
    Counters counters = world.counters();
    System.out.printf(
        "rank %d was held back %d times, its budget held %d and at most %d bytes, it grew %d KB%n",
        world.rank(), held, counters.budgetUsed(), counters.budgetPeak(), grown);
  }

  /// What the kernel says of the memory of this process: what it has now, and what it has had at
  /// most.
  private static long kilobytes(String what) throws IOException {
    try (Stream<String> lines = Files.lines(Path.of("/proc/self/status"))) {
      String line = lines.filter(it -> it.startsWith(what)).findFirst().orElseThrow();
      return Long.parseLong(line.replaceAll("\\D", ""));
    }
  }

  /// Sends at least so many messages, and returns before how many of them there was no room.
  private long flood(long messages) {
    if (world.rank() == 1) {
      pass();
    }
    long held = 0;
    long n = 0;
    for (; n < messages || !isEnough; n++) {
      held += send(n) ? 0 : 1;
    }
    total.send(0, n);
    return held;
  }

  /// Sends one message, and says whether there was room at once. A large one is not asked.
  private boolean send(long n) {
    int size = size(world.rank(), n);
    if (size == 0) {
      boolean sent = words.trySend(0, n);
      if (!sent) {
        words.send(0, n);
      }
      return sent;
    }
    bytes.putLong(0, n).put(size - 1, (byte) n);
    boolean sent = size <= SMALLEST + SMALL && payloads.trySend(0, bytes.array(), 0, size);
    if (!sent) {
      payloads.send(0, bytes.array(), 0, size);
    }
    return sent || size > SMALLEST + SMALL;
  }
}
