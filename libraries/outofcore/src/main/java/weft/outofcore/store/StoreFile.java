// SPDX-License-Identifier: Apache-2.0
package weft.outofcore.store;

import java.io.Closeable;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import weft.files.FileException;

/// A file of records. A record begins with a header, by which a damaged or wrong one is noticed:
///
/// ```
///   0    8        12         16
///   | id | length | checksum | data ...
/// ```
///
/// The file has no name once it is open, so nothing is left of it when its process ends, however
/// that ends. Folders that were made for it go at once, too. Reads and writes go by chunks through
/// an aligned buffer of the caller.
final class StoreFile implements Closeable {
  static final int HEADER = 16;

  /// The bytes of one read or write.
  static final int CHUNK = 1 << 20;

  /// Offsets, lengths and addresses of transfers without the page cache are multiples of this.
  static final int DIRECT_UNIT = 4096;

  /// How often the folder may vanish while a file is made in it: another rank that has made it
  /// removes it as soon as it is empty.
  private static final int MOST_VANISHED = 100;

  private final FileChannel channel;
  private final Path folder;

  /// The folders that were made for this file, the innermost first.
  private final List<Path> made;

  private final boolean direct;

  private StoreFile(FileChannel channel, Path folder, List<Path> made, boolean direct) {
    this.channel = channel;
    this.folder = folder;
    this.made = made;
    this.direct = direct;
  }

  /// Opens a new file in `folder`. `direct` asks for transfers without the page cache; if the file
  /// system has none, [#isDirect] says so.
  ///
  /// @throws IOException if that is not possible; the message is a sentence
  static StoreFile open(Path folder, boolean direct) throws IOException {
    if (Files.exists(folder) && !Files.isDirectory(folder)) {
      throw new IOException("no file can be made in the folder " + folder + ": it is a file");
    }
    var made = new ArrayList<Path>();
    Path file;
    try {
      file = file(folder, made);
    } catch (IOException e) {
      remove(made);
      throw new IOException(
          "no file can be made in the folder " + folder + ": " + FileException.reason(e), e);
    }
    try {
      if (direct) {
        StoreFile opened = probed(file, folder, made);
        if (opened != null) {
          return opened;
        }
      }
      return new StoreFile(
          FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE),
          folder,
          made,
          false);
    } finally {
      Files.deleteIfExists(file);
      remove(made);
    }
  }

  /// A new file in `folder`. The folders that this makes are added to `made`, the innermost first.
  private static Path file(Path folder, List<Path> made) throws IOException {
    for (int vanished = 0; ; vanished++) {
      for (Path it = folder.toAbsolutePath();
          it != null && !Files.exists(it);
          it = it.getParent()) {
        if (!made.contains(it)) {
          made.add(it);
        }
      }
      try {
        Files.createDirectories(folder);
        return Files.createTempFile(folder, "weft-store-", ".tmp");
      } catch (NoSuchFileException e) {
        if (vanished == MOST_VANISHED) {
          throw e;
        }
      }
    }
  }

  /// Removes folders that are empty. One in which another rank makes its file just now stays until
  /// this is tried again.
  private static void remove(List<Path> made) {
    for (Path it : made) {
      try {
        Files.deleteIfExists(it);
      } catch (IOException e) {
        return; // It is not empty, or the user has changed its rights.
      }
    }
  }

  /// Opens `file` without the page cache, and tries that; null if it does not work.
  private static @Nullable StoreFile probed(Path file, Path folder, List<Path> made)
      throws IOException {
    FileChannel channel = null;
    try {
      channel =
          FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE, withoutCache());
      try (Arena arena = Arena.ofConfined()) {
        ByteBuffer block = arena.allocate(DIRECT_UNIT, DIRECT_UNIT).asByteBuffer();
        channel.write(block, 0);
        block.clear();
        channel.read(block, 0);
      }
      return new StoreFile(channel, folder, made, true);
    } catch (IOException | UnsupportedOperationException e) {
      if (channel != null) {
        channel.close();
      }
      return null;
    }
  }

  /// An option of the JDK outside the standard, so a name that the compiler would warn of.
  static OpenOption withoutCache() {
    try {
      return (OpenOption)
          Class.forName("com.sun.nio.file.ExtendedOpenOption").getField("DIRECT").get(null);
    } catch (ReflectiveOperationException e) {
      throw new UnsupportedOperationException("this JDK has no such transfers", e);
    }
  }

  /// Whether transfers bypass the page cache.
  boolean isDirect() {
    return direct;
  }

  /// The bytes of which records take multiples.
  int unit() {
    return direct ? DIRECT_UNIT : 512;
  }

  /// A buffer for transfers of one thread.
  static MemorySegment buffer(Arena arena) {
    return arena.allocate(CHUNK, DIRECT_UNIT);
  }

  /// Writes a record.
  ///
  /// @throws IOException if that is not possible; the message is a sentence
  void write(long at, long id, byte[] data, int length, MemorySegment buffer) throws IOException {
    buffer.set(ValueLayout.JAVA_LONG, 0, id);
    buffer.set(ValueLayout.JAVA_INT, 8, length);
    buffer.set(ValueLayout.JAVA_INT, 12, checksum(data, length));
    ByteBuffer bytes = buffer.asByteBuffer();
    int done = 0;
    int head = HEADER;
    long place = at;
    do {
      int part = Math.min(CHUNK - head, length - done);
      MemorySegment.copy(data, done, buffer, ValueLayout.JAVA_BYTE, head, part);
      bytes.clear().limit(padded(head + part));
      while (bytes.hasRemaining()) {
        place += transfer(true, bytes, place);
      }
      done += part;
      head = 0;
    } while (done < length);
  }

  private int padded(int bytes) {
    return direct ? (bytes + DIRECT_UNIT - 1) & -DIRECT_UNIT : bytes;
  }

  private int transfer(boolean write, ByteBuffer bytes, long at) throws IOException {
    try {
      return write ? channel.write(bytes, at) : channel.read(bytes, at);
    } catch (IOException e) {
      throw new IOException(
          "the file of objects in "
              + folder
              + " cannot be "
              + (write ? "written" : "read")
              + ": "
              + FileException.reason(e)
              + "; give another folder (--store), or more memory (--objects)",
          e);
    }
  }

  /// Reads a record.
  ///
  /// @throws IOException if that is not possible, or it is another one; the message is a sentence
  byte[] read(long at, long id, int length, MemorySegment buffer) throws IOException {
    var data = new byte[length];
    ByteBuffer bytes = buffer.asByteBuffer();
    int done = 0;
    int head = HEADER;
    long place = at;
    int checksum = 0;
    do {
      int part = Math.min(CHUNK - head, length - done);
      bytes.clear().limit(padded(head + part));
      while (bytes.position() < head + part) {
        int read = transfer(false, bytes, place);
        if (read <= 0) {
          throw damaged(place, "ends too early");
        }
        place += read;
      }
      if (head > 0) {
        if (buffer.get(ValueLayout.JAVA_LONG, 0) != id
            || buffer.get(ValueLayout.JAVA_INT, 8) != length) {
          throw damaged(at, "has another object there");
        }
        checksum = buffer.get(ValueLayout.JAVA_INT, 12);
      }
      MemorySegment.copy(buffer, ValueLayout.JAVA_BYTE, head, data, done, part);
      done += part;
      head = 0;
    } while (done < length);
    if (checksum(data, length) != checksum) {
      throw damaged(at, "has other bytes than were written");
    }
    return data;
  }

  private IOException damaged(long at, String what) {
    return new IOException(
        "the file of objects in "
            + folder
            + " is damaged: it "
            + what
            + " (at byte "
            + at
            + "); look at that disk, or give another folder (--store)");
  }

  private static int checksum(byte[] data, int length) {
    var checksum = new CRC32C();
    checksum.update(data, 0, length);
    return (int) checksum.getValue();
  }

  /// Cuts the file to `length` bytes.
  void truncate(long length) throws IOException {
    channel.truncate(length);
  }

  /// The length of the file.
  long length() throws IOException {
    return channel.size();
  }

  @Override
  public void close() throws IOException {
    channel.close();
    remove(made);
  }
}
