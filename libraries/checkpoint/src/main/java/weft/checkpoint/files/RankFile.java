// SPDX-License-Identifier: Apache-2.0
package weft.checkpoint.files;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import weft.checkpoint.part.SavedEntries;
import weft.codec.CodecException;
import weft.codec.Reader;

/// Reads the file of one rank. Nothing in it is trusted: lengths and checksums are compared first.
public final class RankFile implements AutoCloseable {
  private static final int CHUNK = 1 << 20;

  /// What one part has saved.
  ///
  /// @param header see [weft.checkpoint.part.PartWriter#header]
  @SuppressWarnings("ArrayRecordComponent") // never compared
  public record Section(String name, byte[] header, SavedEntries entries) {}

  private final Path file;
  private final FileChannel channel;
  private final long listAt;
  private final List<Section> sections = new ArrayList<>();

  /// Opens a file, and reads the list of its entries.
  ///
  /// @param expected what the manifest says of it
  /// @throws DamagedException if it is not that file any more
  /// @throws IOException if it cannot be read
  public RankFile(Path file, WrittenFile expected) throws IOException {
    this.file = file;
    DamagedException.checkFile(file);
    try {
      this.channel = FileChannel.open(file, StandardOpenOption.READ);
    } catch (NoSuchFileException e) {
      throw new DamagedException(file, "is missing");
    }
    try {
      this.listAt = open(expected);
    } catch (CodecException e) {
      channel.close();
      throw new DamagedException(file, "has a list of entries that cannot be read");
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  private long open(WrittenFile expected) throws IOException {
    long size = channel.size();
    if (size != expected.bytes() || size < Long.BYTES + RankFileWriter.FOOTER) {
      throw new DamagedException(
          file, "has " + size + " bytes, but " + expected.bytes() + " were written");
    }
    ByteBuffer begin = bytes(0, Long.BYTES);
    ByteBuffer footer = bytes(size - RankFileWriter.FOOTER, RankFileWriter.FOOTER);
    long at = footer.getLong();
    long length = footer.getLong();
    int checksum = (int) footer.getLong();
    if (begin.getLong() != RankFileWriter.BEGIN
        || footer.getLong() != RankFileWriter.END
        || length < 0
        || length > Integer.MAX_VALUE
        || at + length + RankFileWriter.FOOTER != size) {
      throw new DamagedException(file, "is damaged at its beginning or its end");
    }
    byte[] list = bytes(at, (int) length).array();
    var crc = new CRC32C();
    crc.update(list);
    if ((int) crc.getValue() != checksum || checksum != expected.checksum()) {
      throw new DamagedException(file, "is damaged in its list of entries");
    }
    Reader in = new Reader().wrap(MemorySegment.ofArray(list), 0, list.length);
    int count = in.readSize(1);
    for (int i = 0; i < count; i++) {
      sections.add(new Section(in.readString(), in.readBytes(), SavedEntries.read(in)));
    }
    return at;
  }

  private ByteBuffer bytes(long at, int count) throws IOException {
    ByteBuffer read = ByteBuffer.allocate(count).order(ByteOrder.LITTLE_ENDIAN);
    while (read.hasRemaining()) {
      if (channel.read(read, at + read.position()) < 0) {
        throw new DamagedException(file, "has become shorter");
      }
    }
    return read.flip();
  }

  /// What the parts have saved, in order.
  public List<Section> sections() {
    return sections;
  }

  /// Discards the lists of all parts but `name`.
  public void keepOnly(String name) {
    sections.removeIf(it -> !it.name.equals(name));
  }

  /// What part `name` has saved; null if there was no such part.
  public @Nullable Section section(String name) {
    for (Section it : sections) {
      if (it.name.equals(name)) {
        return it;
      }
    }
    return null;
  }

  /// Reads the body of an entry.
  ///
  /// @throws DamagedException if it is not as it was written
  /// @throws IOException if it cannot be read
  public Reader read(Section section, int entry) throws IOException {
    SavedEntries entries = section.entries;
    long at = entries.offset(entry);
    long length = entries.length(entry);
    if (at < Long.BYTES || length < 0 || length > Integer.MAX_VALUE || at + length > listAt) {
      throw new DamagedException(file, "has an entry that is outside the file");
    }
    byte[] body = bytes(at, (int) length).array();
    var crc = new CRC32C();
    crc.update(body);
    if ((int) crc.getValue() != entries.checksum(entry)) {
      throw new DamagedException(
          file, "is damaged in entry " + entry + " of \"" + section.name + "\", at byte " + at);
    }
    return new Reader().wrap(MemorySegment.ofArray(body), 0, body.length);
  }

  /// Reads all bodies, and compares their checksums.
  ///
  /// @throws DamagedException at the first one that is not as it was written
  /// @throws IOException if the file cannot be read
  public void verify() throws IOException {
    ByteBuffer chunk = ByteBuffer.allocateDirect(CHUNK);
    var crc = new CRC32C();
    for (Section section : sections) {
      SavedEntries entries = section.entries;
      for (int i = 0; i < entries.count(); i++) {
        crc.reset();
        long end = entries.offset(i) + entries.length(i);
        for (long at = entries.offset(i); at < end; at += chunk.limit()) {
          chunk.clear().limit((int) Math.min(CHUNK, end - at));
          while (chunk.hasRemaining()) {
            if (channel.read(chunk, at + chunk.position()) < 0) {
              throw new DamagedException(file, "has become shorter");
            }
          }
          crc.update(chunk.flip());
        }
        if ((int) crc.getValue() != entries.checksum(i)) {
          throw new DamagedException(
              file,
              "is damaged in entry "
                  + i
                  + " of \""
                  + section.name
                  + "\", at byte "
                  + entries.offset(i));
        }
      }
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
