// SPDX-License-Identifier: Apache-2.0
package weft.bench.outofcore;

import java.io.Closeable;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import weft.model.measured.Statistics;
import weft.outofcore.store.Store;
import weft.outofcore.store.Stored;

/// A store on a disk, and transfers of as many bytes without it.
final class BareDisk implements Closeable {
  private static final int UNIT = 4096;
  private static final long BYTES = 64L << 20;

  private final Path folder;
  private final boolean direct;
  private final Store store;

  BareDisk(Path folder, boolean direct) throws IOException {
    this.folder = folder;
    this.direct = direct;
    this.store = new Store(folder, direct, Long.MAX_VALUE, 16 << 20, "bench", () -> {});
  }

  boolean isDirect() {
    return store.isDirect();
  }

  /// The number of objects of `bytes` bytes in a round.
  static int count(int bytes, boolean quick) {
    return Math.clamp(BYTES / bytes / (quick ? 4 : 1), 16, 1000);
  }

  /// The seconds to put an object and to get it again.
  double[] storeTimes(int bytes, int rounds, boolean quick) {
    int count = count(bytes, quick);
    var puts = new double[rounds];
    var gets = new double[rounds];
    for (int round = 0; round < rounds; round++) {
      List<Stored> all = new ArrayList<>();
      long began = System.nanoTime();
      for (int i = 0; i < count; i++) {
        all.add(store.put(i, new byte[bytes], bytes));
      }
      store.flush();
      puts[round] = (System.nanoTime() - began) * 1e-9 / count;
      began = System.nanoTime();
      for (Stored it : all) {
        byte[] _ = store.get(it);
      }
      gets[round] = (System.nanoTime() - began) * 1e-9 / count;
      all.forEach(store::free);
    }
    return new double[] {Statistics.median(puts), Statistics.median(gets)};
  }

  /// The seconds to write as many bytes and to read them again.
  double[] bareTimes(int bytes, int rounds, boolean quick) throws IOException {
    int count = count(bytes, quick);
    var writes = new double[rounds];
    var reads = new double[rounds];
    Path file = Files.createTempFile(folder, ".weft-bench", ".tmp");
    try (Arena arena = Arena.ofConfined();
        FileChannel channel = FileChannel.open(file, options())) {
      ByteBuffer buffer = arena.allocate(bytes, UNIT).asByteBuffer();
      for (int round = 0; round < rounds; round++) {
        long began = System.nanoTime();
        for (int i = 0; i < count; i++) {
          buffer.clear();
          while (buffer.hasRemaining()) {
            channel.write(buffer, (long) i * bytes + buffer.position());
          }
        }
        writes[round] = (System.nanoTime() - began) * 1e-9 / count;
        began = System.nanoTime();
        for (int i = 0; i < count; i++) {
          buffer.clear();
          while (buffer.hasRemaining()) {
            if (channel.read(buffer, (long) i * bytes + buffer.position()) < 0) {
              throw new IOException("the file ends too early");
            }
          }
        }
        reads[round] = (System.nanoTime() - began) * 1e-9 / count;
      }
    } finally {
      Files.deleteIfExists(file);
    }
    return new double[] {Statistics.median(writes), Statistics.median(reads)};
  }

  private OpenOption[] options() {
    List<OpenOption> options =
        new ArrayList<>(List.of(StandardOpenOption.READ, StandardOpenOption.WRITE));
    if (direct) {
      options.add(Store.withoutCache());
    }
    return options.toArray(new OpenOption[0]);
  }

  @Override
  public void close() {
    store.close();
  }
}
