// SPDX-License-Identifier: Apache-2.0
package weft.recording;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// The activity of the mobile objects of one rank in a recorded job. It is stored in a file beside
/// the rank's recording. The file is written when the body has returned without an exception.
///
/// @param rank the rank
/// @param start the time at which the rank began, by its clock, in nanoseconds
/// @param width the length of a slice of time, in nanoseconds
/// @param busy the nanoseconds in handlers of objects, by slice
/// @param came the number of arrived objects, by slice
/// @param left the number of objects that moved away, by slice
/// @param entered the number of objects that came back to memory, by slice
/// @param stored the number of objects that went to disk, by slice
/// @param stood the nanoseconds in which no object could run while some were read from disk, by
///   slice
/// @param byHops the messages from other ranks after 1, 2, 3 … hops; the last entry counts all with
///   more hops
/// @param bySender the messages handled here, by the rank of their sender
@SuppressWarnings("ArrayRecordComponent") // a snapshot
public record RecordedObjects(
    int rank,
    long start,
    long width,
    long[] busy,
    long[] came,
    long[] left,
    long[] entered,
    long[] stored,
    long[] stood,
    long[] byHops,
    long[] bySender) {
  /// The most bytes that are sent from a rank on another host: 16 MB.
  static final int MOST_BYTES = 1 << 24;

  private static final int VERSION = 2;

  private static Path file(Path folder, int rank) {
    return folder.resolve("objects-" + rank);
  }

  /// The bytes of the file that `rank` has written to `folder`, for a page on another host; empty
  /// if there is no such file. More than [#MOST_BYTES] are not sent. A message then says so, and
  /// the recording of the rank itself is sent without them.
  public static byte[] bytes(Path folder, int rank) throws IOException {
    Path file = file(folder, rank);
    if (!Files.isReadable(file)) {
      return new byte[0];
    }
    long size = Files.size(file);
    if (size > MOST_BYTES) {
      System.err.println(
          "weft: what the mobile objects of rank "
              + rank
              + " did takes "
              + Math.ceilDiv(size, 1L << 20)
              + " MB, and at most "
              + (MOST_BYTES >> 20)
              + " are sent to another host; the report has the rest of its recording");
      return new byte[0];
    }
    return Files.readAllBytes(file);
  }

  /// Stores in `folder` the result of [#bytes] on the host of `rank`, or a part of it.
  ///
  /// @param at the place of the part, in bytes from the beginning
  public static void keep(Path folder, int rank, long at, byte[] bytes) throws IOException {
    if (bytes.length > 0) {
      try (var out = new RandomAccessFile(file(folder, rank).toFile(), "rw")) {
        out.seek(at);
        out.write(bytes);
      }
    }
  }

  /// Writes the file to `folder`.
  ///
  /// @throws UncheckedIOException when that is not possible
  public void write(Path folder) {
    try (var out = new DataOutputStream(Files.newOutputStream(file(folder, rank)))) {
      out.writeInt(VERSION);
      out.writeLong(start);
      out.writeLong(width);
      for (long[] each :
          new long[][] {busy, came, left, entered, stored, stood, byHops, bySender}) {
        out.writeInt(each.length);
        for (long value : each) {
          out.writeLong(value);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(
          "rank " + rank + " cannot record its objects in " + folder + ": " + e.getMessage(), e);
    }
  }

  /// The file of `rank` in `folder`; null if it is missing or incomplete.
  public static @Nullable RecordedObjects read(Path folder, int rank) {
    Path file = file(folder, rank);
    if (!Files.isReadable(file)) {
      return null;
    }
    try (var in = new DataInputStream(Files.newInputStream(file))) {
      if (in.readInt() != VERSION) {
        return null;
      }
      return new RecordedObjects(
          rank,
          in.readLong(),
          in.readLong(),
          longs(in),
          longs(in),
          longs(in),
          longs(in),
          longs(in),
          longs(in),
          longs(in),
          longs(in));
    } catch (IOException e) {
      return null;
    }
  }

  private static long[] longs(DataInputStream in) throws IOException {
    var values = new long[in.readInt()];
    for (int i = 0; i < values.length; i++) {
      values[i] = in.readLong();
    }
    return values;
  }
}
