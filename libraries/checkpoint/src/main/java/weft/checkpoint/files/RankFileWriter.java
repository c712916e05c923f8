// SPDX-License-Identifier: Apache-2.0
package weft.checkpoint.files;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileStore;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;
import weft.checkpoint.part.PartWriter;
import weft.checkpoint.part.SavedEntries;
import weft.codec.Writer;

/// Writes the file of one rank: the bodies of all entries, then the list of them, then where that
/// list is.
///
/// ```
/// begin  | "WEFTCKP1" | bodies ... | list | its offset (8) | its length (8) | its CRC-32C (8) |
///        | "WEFTEND1" |
/// list   | parts: name, header, entries ([SavedEntries])
/// ```
public final class RankFileWriter implements PartWriter, AutoCloseable {
  static final long BEGIN = word("WEFTCKP1");
  static final long END = word("WEFTEND1");

  /// The bytes at the end of a file.
  static final int FOOTER = 32;

  private static final int BUFFER = 1 << 20;

  /// How often the room on the disk is looked at, and what must be left of it, in bytes.
  private static final long BETWEEN_LOOKS = 16L << 20;

  private static final long LEFT = 2 * BETWEEN_LOOKS;

  /// On a small disk, this part of it must be left.
  private static final int PART = 50;

  /// A part that is complete, or the one that is written.
  private static final class Section {
    final String name;
    final SavedEntries entries = new SavedEntries();
    byte[] header = {};

    Section(String name) {
      this.name = name;
    }
  }

  private final Path file;
  private final FileChannel channel;
  private final FileStore store;
  private final ByteBuffer buffer =
      ByteBuffer.allocateDirect(BUFFER).order(ByteOrder.LITTLE_ENDIAN);
  private final MemorySegment memory = MemorySegment.ofBuffer(buffer);
  private final List<Section> sections = new ArrayList<>();
  private final CRC32C crc = new CRC32C();
  private Section section = new Section("");
  private long written;
  private long looked;

  /// Creates the file.
  ///
  /// @throws IOException if it cannot be created
  public RankFileWriter(Path file) throws IOException {
    this.file = file;
    this.channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    this.store = Files.getFileStore(file);
    buffer.putLong(BEGIN);
  }

  private static long word(String text) {
    return ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII))
        .order(ByteOrder.LITTLE_ENDIAN)
        .getLong();
  }

  /// Begins the next part.
  public void begin(String name) {
    section = new Section(name);
    sections.add(section);
  }

  @Override
  public void header(Writer header) {
    section.header = header.toByteArray();
  }

  @Override
  public void entry(long key, int kind, double weight, Writer body) throws IOException {
    long offset = written + buffer.position();
    int checksum = append(body.memory(), body.size());
    section.entries.add(key, kind, weight, offset, body.size(), checksum);
  }

  private int append(MemorySegment from, long bytes) throws IOException {
    crc.reset();
    for (long done = 0; done < bytes; ) {
      if (!buffer.hasRemaining()) {
        flush();
      }
      int at = buffer.position();
      int count = (int) Math.min(buffer.remaining(), bytes - done);
      MemorySegment.copy(from, done, memory, at, count);
      crc.update(buffer.slice(at, count));
      buffer.position(at + count);
      done += count;
    }
    return (int) crc.getValue();
  }

  private void flush() throws IOException {
    buffer.flip();
    if (written + buffer.limit() > looked) {
      // A disk that is full would stop other programs too.
      if (store.getUsableSpace() < Math.min(LEFT, store.getTotalSpace() / PART)) {
        throw new FileSystemException(file.toString(), null, "No space left on device");
      }
      looked = written + BETWEEN_LOOKS;
    }
    while (buffer.hasRemaining()) {
      written += channel.write(buffer);
    }
    buffer.clear();
  }

  /// Writes the list of all entries, and waits until the disk has everything.
  ///
  /// @throws IOException if that fails
  public WrittenFile finish() throws IOException {
    var list = new Writer();
    list.writeSize(sections.size());
    for (Section it : sections) {
      list.writeString(it.name);
      list.writeBytes(it.header);
      it.entries.write(list);
    }
    long offset = written + buffer.position();
    int checksum = append(list.memory(), list.size());
    if (buffer.remaining() < FOOTER) {
      flush();
    }
    buffer.putLong(offset);
    buffer.putLong(list.size());
    buffer.putLong(checksum & 0xFFFF_FFFFL);
    buffer.putLong(END);
    flush();
    channel.force(true);
    return new WrittenFile(written, checksum);
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
