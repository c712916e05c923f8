// SPDX-License-Identifier: Apache-2.0

import io.aeron.Aeron;
import io.aeron.FragmentAssembler;
import io.aeron.Publication;
import io.aeron.Subscription;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import io.aeron.logbuffer.BufferClaim;
import java.nio.file.Path;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.BusySpinIdleStrategy;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.UnsafeBuffer;

/// Aeron over shared memory; words are written in place. Both sides spin, which is its fastest mode,
/// or wait by its strategy that backs off. The driver runs in the first process; data does not pass
/// through it.
final class AeronPeer extends JavaPeer {
  /// The stream of the first process; the next one is that of the second.
  private static final int STREAM = 10;

  /// Fragments that one poll takes.
  private static final int FRAGMENTS = 256;

  private final long[] words = new long[1 << 16];
  private final byte[] array = new byte[ARRAY];
  private final BufferClaim claim = new BufferClaim();
  private final FragmentAssembler assembler =
      new FragmentAssembler((buffer, at, length, header) -> take(buffer, at, length));
  private final Publication out;
  private final Subscription in;
  private final IdleStrategy idle;
  private long arrived;
  private long taken;
  private boolean arrayArrived;

  private AeronPeer(Publication out, Subscription in, IdleStrategy idle) {
    this.out = out;
    this.in = in;
    this.idle = idle;
  }

  public static void main(String[] args) throws Exception {
    int rank = Integer.parseInt(args[0]);
    Path folder = Path.of(args[1]);
    String directory = folder.resolve("aeron").toString();
    String channel = "aeron:ipc?term-length=16m|mtu=" + args[2];
    try (MediaDriver driver = rank == 0 ? launch(directory) : null;
        Aeron aeron = Aeron.connect(new Aeron.Context().aeronDirectoryName(directory));
        Publication out = aeron.addPublication(channel, STREAM + rank);
        Subscription in = aeron.addSubscription(channel, STREAM + 1 - rank)) {
      while (!out.isConnected() || !in.isConnected()) {
        Thread.sleep(1);
      }
      boolean backsOff = args.length > 3 && args[3].equals("backoff");
      IdleStrategy idle = backsOff ? new BackoffIdleStrategy() : BusySpinIdleStrategy.INSTANCE;
      new AeronPeer(out, in, idle).serve(rank, folder);
    }
  }

  private static MediaDriver launch(String directory) {
    return MediaDriver.launch(
        new MediaDriver.Context()
            .aeronDirectoryName(directory)
            .dirDeleteOnStart(true)
            .dirDeleteOnShutdown(true)
            .threadingMode(ThreadingMode.SHARED));
  }

  private void take(DirectBuffer buffer, int at, int length) {
    if (length == Long.BYTES) {
      words[(int) arrived++ & words.length - 1] = buffer.getLong(at);
    } else {
      buffer.getBytes(at, array, 0, length);
      arrayArrived = true;
    }
  }

  @Override
  void sendWord(long word) {
    while (out.tryClaim(Long.BYTES, claim) < 0) {
      Thread.onSpinWait();
    }
    claim.buffer().putLong(claim.offset(), word);
    claim.commit();
  }

  @Override
  long takeWord() {
    while (taken == arrived) {
      idle.idle(in.poll(assembler, FRAGMENTS));
    }
    return words[(int) taken++ & words.length - 1];
  }

  @Override
  void sendArray(byte[] from) {
    var buffer = new UnsafeBuffer(from);
    while (out.offer(buffer, 0, ARRAY) < 0) {
      Thread.onSpinWait();
    }
  }

  @Override
  void takeArray(byte[] into) {
    while (!arrayArrived) {
      if (in.poll(assembler, FRAGMENTS) == 0) {
        Thread.onSpinWait();
      }
    }
    arrayArrived = false;
    System.arraycopy(array, 0, into, 0, ARRAY);
  }
}
