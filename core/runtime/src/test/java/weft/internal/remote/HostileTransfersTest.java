// SPDX-License-Identifier: Apache-2.0
package weft.internal.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import weft.Job;
import weft.JobFailedException;
import weft.Weft;
import weft.WeftConfig;
import weft.World;
import weft.internal.Engine;
import weft.internal.rank.Counted;
import weft.internal.send.Sender;
import weft.internal.send.SystemHandlers;
import weft.layer.Runtimes;
import weft.memory.Extent;
import weft.memory.RecordLayout;

/// What arrives for one-sided memory is checked before it is used: a wrong message ends the job,
/// and names who sent it.
final class HostileTransfersTest {
  private static final long HEAP = 1 << 20;

  /// Rank 1 sends rank 0 a message of these words.
  private static void send(int handler, long... words) {
    run(world -> {
      if (world.rank() == 1) {
        raw(world, handler, words);
      }
    });
  }

  private static void raw(World world, int handler, long... words) {
    Engine engine = Runtimes.of(world).engine();
    Sender sender = engine.sender();
    long at =
        sender.open(
            Counted.BY_QUIESCENCE,
            "hostile",
            sender.outbox(0, "hostile"),
            handler,
            8 * words.length);
    MemorySegment memory = sender.opened();
    for (int i = 0; i < words.length; i++) {
      TransferLayout.set(memory, at + 8L * i, words[i]);
    }
    sender.close();
  }

  private interface Part {
    void run(World world) throws Exception;
  }

  private static void run(Part part) {
    try (Job job = Weft.open(WeftConfig.ofRanks(2).withHeap(HEAP).withApart())) {
      job.run(world -> {
        world.heap().mallocAll(4096);
        world.start();
        part.run(world);
        world.pollUntil(() -> false); // until the job has failed
      });
    }
  }

  @ParameterizedTest
  @CsvSource({
    "cut off, 64, -1, -1, -1",
    "outside its heap, 0, 1, 8, 7",
    "outside its heap, 2097150, 1, 8, 7",
    "outside its heap, -8, 1, 8, 7",
    "outside its heap, 9223372036854775800, 1, 8, 7",
    "not there, 64, 1, 9, 7",
    "not there, 64, 0, 8, 7",
    "not there, 64, 1, 4294967295, 7",
    "not there, 64, 4294967295, 4294967295, 0",
    "not there, 64, 2, 4, -1",
    "not there, 64, 2, 4, 9223372036854775807",
    "outside its heap, 64, 2, 4, 2097152",
  })
  void puts(String wrong, long at, long rows, long rowBytes, long last) {
    long shape = TransferLayout.shape(rows, rowBytes);
    assertThatThrownBy(
            () -> {
              if (rows == -1) {
                send(SystemHandlers.PUT, at);
              } else if (rows > 1) {
                send(SystemHandlers.PUT, at, shape, last, 5);
              } else {
                send(SystemHandlers.PUT, at, shape, last);
              }
            })
        .isInstanceOf(JobFailedException.class)
        .hasMessageContaining("rank 1 has sent rank 0 a put")
        .hasMessageContaining(wrong);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 8, 0, 1",
    "2097145, 8, 0, 1",
    "64, 0, 0, 1",
    "64, 8, 0, 0",
    "64, 8, -1, 2",
    "64, 8, 9223372036854775807, 3",
    "64, 9223372036854775807, 9223372036854775807, 9223372036854775807",
    "64, 8, 1048576, 3",
  })
  void gets(long at, long rowBytes, long stride, long rows) {
    assertThatThrownBy(() -> send(SystemHandlers.GET, 0, at, rowBytes, stride, rows))
        .isInstanceOf(JobFailedException.class)
        .hasMessageContaining("rank 1 has sent rank 0 a get of " + rows + " rows");
  }

  @Test
  void aGetOfAnotherLength() {
    assertThatThrownBy(() -> send(SystemHandlers.GET, 0, 64, 8))
        .isInstanceOf(JobFailedException.class)
        .hasMessageContaining("a get of an unknown kind");
  }

  @ParameterizedTest
  @CsvSource({"0", "-1", "5", "4294967296", "9223372036854775807"})
  void bytesThatNobodyWaitsFor(long ticket) {
    assertThatThrownBy(() -> send(SystemHandlers.GOT, ticket, 5))
        .isInstanceOf(JobFailedException.class)
        .hasMessageContaining("bytes for which no get waits");
  }

  @Test
  void moreBytesThanAskedFor() {
    var destination = new byte[8];
    assertThatThrownBy(() ->
            run(world -> {
              if (world.rank() == 1) {
                raw(world, SystemHandlers.GOT, 0, 1, 2); // the first ticket
              } else {
                MemoryAccess access = Runtimes.of(world).memory().access();
                access.get(access.transfer("Memory.get").bytes(destination, 0, 1, HEAP, 8), null);
              }
            }))
        .isInstanceOf(JobFailedException.class)
        .hasMessageMatching("(?s).*(16 bytes where a get waits for 8|no get waits).*");
    assertThat(destination).containsOnly(0);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 8, offset 8",
    "1, 68, offset 68",
    "2, 2097152, offset 2097152",
    "3, 72057594037927928, offset 72057594037927928",
    "11, 64, 'an unknown kind, 11'",
    "255, 64, 'an unknown kind, 255'",
  })
  void words(int operation, long at, String wrong) {
    assertThatThrownBy(() ->
            run(world -> {
              if (world.rank() == 1) {
                Engine engine = Runtimes.of(world).engine();
                long word = TransferLayout.word(operation, at);
                long header = RecordLayout.header(RecordLayout.RSR0 + 4, SystemHandlers.WORD, 32);
                engine.sender().words(Counted.BY_QUIESCENCE, "hostile", 0, header, word, 1, 2, -1);
              }
            }))
        .isInstanceOf(JobFailedException.class)
        .hasMessageContaining("rank 1 has sent rank 0 an operation")
        .hasMessageContaining(wrong);
  }

  @Test
  void extents() {
    assertThat(Extent.length(8, 3, 1)).isEqualTo(8);
    assertThat(Extent.length(8, 10, 3)).isEqualTo(28);
    assertThat(Extent.length(8, 0, 3)).isEqualTo(8);
    assertThat(Extent.length(8, Long.MAX_VALUE, 2)).isNegative();
    assertThat(Extent.length(8, Long.MAX_VALUE, 3)).isNegative();
    assertThat(Extent.length(Long.MAX_VALUE, 1, 2)).isNegative();
    assertThat(Extent.length(0, 1, 2)).isNegative();
  }
}
