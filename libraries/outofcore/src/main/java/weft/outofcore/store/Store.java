// SPDX-License-Identifier: Apache-2.0
package weft.outofcore.store;

import java.io.Closeable;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import weft.WeftException;

/// Keeps bytes in a file for one rank. Threads of its own read and write it; whatever they have
/// done is taken over in [#poll]. Only the thread of the rank may call it.
public final class Store implements Closeable {
  private static final int THREADS = 2;
  private static final long MOST_WAIT = 10_000_000;

  /// The file is cut when this many bytes more than needed are at its end.
  private static final long SLACK = 1L << 20;

  private final StoreFile file;
  private final Path folder;
  private final long limit;
  private final long mostWaiting;
  private final Extents extents;
  private final Runnable wake;
  private final ThreadPoolExecutor threads;
  private final ConcurrentLinkedQueue<Runnable> done = new ConcurrentLinkedQueue<>();
  private final ThreadLocal<MemorySegment> buffers =
      ThreadLocal.withInitial(() -> StoreFile.buffer(Arena.ofAuto()));
  private long waiting;

  /// The rank's thread while it waits for writes.
  private volatile @Nullable Thread waiter;

  private long longest;
  private final StoreCounts counts = new StoreCounts();

  /// Opens a store in `folder`.
  ///
  /// @param direct whether to bypass the page cache, if the file system can
  /// @param limit the maximum length of the file
  /// @param mostWaiting the bytes that may wait to be written; who stores more waits for the disk
  /// @param wake called by other threads when [#poll] has something to do
  /// @throws IOException if that is not possible; the message is a sentence
  public Store(
      Path folder, boolean direct, long limit, long mostWaiting, String name, Runnable wake)
      throws IOException {
    this.mostWaiting = mostWaiting;
    this.file = StoreFile.open(folder, direct);
    this.folder = folder;
    this.limit = limit;
    this.extents = new Extents(file.unit());
    this.wake = wake;
    this.threads =
        new ThreadPoolExecutor(
            THREADS,
            THREADS,
            10,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            Thread.ofPlatform().daemon().name(name, 0).factory());
    threads.allowCoreThreadTimeOut(true);
  }

  /// The option that opens files without the page cache.
  ///
  /// @throws UnsupportedOperationException if the JDK has none
  public static OpenOption withoutCache() {
    return StoreFile.withoutCache();
  }

  /// Whether the page cache is bypassed.
  public boolean isDirect() {
    return file.isDirect();
  }

  /// Stores the first `length` bytes of `data`, which must not change any more. `id` is noted with
  /// them.
  ///
  /// @throws WeftException if there is no room
  public Stored put(long id, byte[] data, int length) {
    awaitWriting(mostWaiting - length);
    long room = (long) length + StoreFile.HEADER;
    long at = extents.take(room, limit);
    if (at < 0) {
      throw new WeftException(
          "the store in "
              + folder
              + " is full: "
              + extents.used()
              + " bytes of objects and mail are there, and "
              + length
              + " more do not fit in --store-limit "
              + limit
              + "; raise that, or give more memory (--objects)");
    }
    longest = Math.max(longest, extents.end());
    var stored = new Stored(id, length, at, data);
    waiting += length;
    threads.execute(() -> {
      long began = System.nanoTime();
      @Nullable IOException failure = null;
      try {
        file.write(at, id, data, length, buffers.get());
      } catch (IOException e) {
        failure = e;
      }
      long nanos = System.nanoTime() - began;
      finish(failure, () -> written(stored, nanos));
      if (failure != null) {
        wake.run();
      }
    });
    return stored;
  }

  private void written(Stored stored, long nanos) {
    stored.data = null;
    waiting -= stored.length;
    counts.wrote(stored.length, nanos);
    if (stored.freed) {
      give(stored);
    }
  }

  /// Called by other threads.
  private void finish(@Nullable IOException failure, Runnable action) {
    done.add(() -> {
      if (failure != null) {
        throw new WeftException(String.valueOf(failure.getMessage()), failure);
      }
      action.run();
    });
    LockSupport.unpark(waiter);
  }

  /// Reads `stored`, and passes the bytes to `action` in a later [#poll].
  public void fetch(Stored stored, Consumer<byte[]> action) {
    threads.execute(() -> {
      long began = System.nanoTime();
      @Nullable IOException failure = null;
      var read = new byte[0][];
      try {
        read = new byte[][] {file.read(stored.at, stored.id, stored.length, buffers.get())};
      } catch (IOException e) {
        failure = e;
      }
      byte[][] data = read;
      long nanos = System.nanoTime() - began;
      finish(
          failure,
          () -> {
            counts.read(stored.length, nanos);
            action.accept(data[0]);
          });
      wake.run();
    });
  }

  /// Reads `stored` now.
  ///
  /// @throws WeftException if that is not possible
  public byte[] get(Stored stored) {
    byte[] data = stored.data;
    if (data != null) {
      return data;
    }
    long began = System.nanoTime();
    try {
      byte[] read = file.read(stored.at, stored.id, stored.length, buffers.get());
      counts.read(stored.length, System.nanoTime() - began);
      return read;
    } catch (IOException e) {
      throw new WeftException(String.valueOf(e.getMessage()), e);
    }
  }

  /// Gives back the room of `stored`.
  public void free(Stored stored) {
    if (stored.data != null) {
      stored.freed = true;
    } else {
      give(stored);
    }
  }

  private void give(Stored stored) {
    extents.give(stored.at, (long) stored.length + StoreFile.HEADER);
    if (waiting == 0 && longest - extents.end() > SLACK) {
      longest = extents.end();
      try {
        file.truncate(longest);
      } catch (IOException e) {
        // The file stays longer than it need be.
      }
    }
  }

  /// Takes over what the threads have done.
  ///
  /// @throws WeftException if a transfer has failed
  public void poll() {
    for (Runnable it = done.poll(); it != null; it = done.poll()) {
      it.run();
    }
  }

  /// Waits until all that was put is in the file.
  public void flush() {
    awaitWriting(0);
  }

  /// Waits until at most `bytes` bytes wait to be written, or none.
  private void awaitWriting(long bytes) {
    while (waiting > Math.max(0, bytes)) {
      waiter = Thread.currentThread();
      poll();
      if (waiting > Math.max(0, bytes)) {
        LockSupport.parkNanos(MOST_WAIT);
      }
    }
    waiter = null;
  }

  /// The bytes that wait to be written.
  public long waiting() {
    return waiting;
  }

  /// The bytes of the file that are in use, with what is lost to sizes of parts.
  public long used() {
    return extents.used();
  }

  /// The length that the file needs.
  public long length() {
    return extents.end();
  }

  /// What was read and written.
  public StoreCounts counts() {
    return counts;
  }

  @Override
  public void close() {
    threads.shutdownNow();
    try {
      file.close();
    } catch (IOException e) {
      // It has no name: nothing is left of it.
    }
  }
}
