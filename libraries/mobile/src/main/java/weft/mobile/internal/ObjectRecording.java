// SPDX-License-Identifier: Apache-2.0
package weft.mobile.internal;

import java.nio.file.Path;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import weft.layer.Layer;
import weft.layer.LayerRecording;
import weft.mobile.internal.protocol.RouterCounts;
import weft.mobile.residence.ObjectKeeper;
import weft.recording.RecordedObjects;

/// Records the activity of one rank's objects over time, if the job is recorded. Time is divided
/// into a fixed number of slices, whose length doubles when the job outgrows them.
public final class ObjectRecording {
  private static final int SLICES = 256;
  private static final long FIRST_WIDTH = 1 << 18;

  private final RouterCounts counts;
  private final Supplier<@Nullable ObjectKeeper> keeper;
  private final long start = System.nanoTime();
  private final long[] busy = new long[SLICES];
  private final long[] came = new long[SLICES];
  private final long[] left = new long[SLICES];
  private final long[] entered = new long[SLICES];
  private final long[] stored = new long[SLICES];
  private final long[] stood = new long[SLICES];
  private long width = FIRST_WIDTH;
  private long lastEnd = start;
  private long cameBefore;
  private long leftBefore;
  private long enteredBefore;
  private long storedBefore;

  private ObjectRecording(RouterCounts counts, Supplier<@Nullable ObjectKeeper> keeper) {
    this.counts = counts;
    this.keeper = keeper;
  }

  /// Returns `steps`, wrapped in a recording if the job is recorded.
  public static IntSupplier of(
      Layer layer,
      RouterCounts counts,
      Supplier<@Nullable ObjectKeeper> keeper,
      IntSupplier steps) {
    LayerRecording recorded = layer.recording();
    if (recorded == null) {
      return steps;
    }
    counts.countSenders(layer.size());
    var recording = new ObjectRecording(counts, keeper);
    layer.moments().atEnd(() -> recording.write(recorded.folder(), layer.rank()));
    return () -> recording.run(steps);
  }

  /// Runs `steps`, and records its time.
  private int run(IntSupplier steps) {
    long began = System.nanoTime();
    int did = steps.getAsInt();
    long now = System.nanoTime();
    int slice = slice(now);
    if (did > 0) {
      add(busy, began, now);
    }
    came[slice] += counts.came() - cameBefore;
    left[slice] += counts.left() - leftBefore;
    cameBefore = counts.came();
    leftBefore = counts.left();
    ObjectKeeper keeper = this.keeper.get();
    if (keeper != null) {
      residence(keeper, did, slice, now);
    }
    return did;
  }

  /// What went to disk and came from there. A rank that has handled nothing while objects are read
  /// has stood still since the last step.
  private void residence(ObjectKeeper keeper, int did, int slice, long now) {
    entered[slice] += keeper.entered() - enteredBefore;
    stored[slice] += keeper.left() - storedBefore;
    enteredBefore = keeper.entered();
    storedBefore = keeper.left();
    if (did == 0 && keeper.isReading()) {
      add(stood, lastEnd, now);
    }
    lastEnd = now;
  }

  private int slice(long now) {
    while (now - start >= SLICES * width) {
      for (long[] each : new long[][] {busy, came, left, entered, stored, stood}) {
        fold(each);
      }
      width *= 2;
    }
    return (int) ((now - start) / width);
  }

  /// Merges each two adjacent slices into one.
  private static void fold(long[] slices) {
    for (int i = 0; i < SLICES; i++) {
      slices[i] = 2 * i < SLICES ? slices[2 * i] + slices[2 * i + 1] : 0;
    }
  }

  private void add(long[] slices, long from, long to) {
    for (long at = Math.max(start, from); at < to; ) {
      int slice = (int) ((at - start) / width);
      long end = Math.min(to, start + (slice + 1) * width);
      slices[slice] += end - at;
      at = end;
    }
  }

  /// Writes the slices to the folder of the rank's recording.
  private void write(Path folder, int rank) {
    new RecordedObjects(
            rank,
            start,
            width,
            busy,
            came,
            left,
            entered,
            stored,
            stood,
            counts.byHops(),
            counts.bySender())
        .write(folder);
  }
}
