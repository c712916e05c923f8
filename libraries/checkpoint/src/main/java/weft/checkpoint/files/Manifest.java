// SPDX-License-Identifier: Apache-2.0
package weft.checkpoint.files;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32C;

/// What a checkpoint is: lines of text, with a checksum in the last one. It is written when all
/// other files are complete, so a checkpoint without it is not one.
///
/// @param weft the version of Weft that wrote it
/// @param program the user's name of the program, with its arguments
/// @param number the number of the checkpoint in its folder
/// @param saved when it was written
/// @param seconds how long that took, from the call to the last byte
/// @param record the signature of the codec of the record
/// @param shapes of each part, what the program had registered, by name
/// @param files the file of each rank
public record Manifest(
    String weft,
    String program,
    long number,
    Instant saved,
    double seconds,
    String record,
    Map<String, Map<String, String>> shapes,
    List<WrittenFile> files) {
  /// The name of the file.
  public static final String NAME = "manifest";

  /// The version of all files of a checkpoint.
  private static final String FORMAT = "1";

  private static final String FIRST = "weft checkpoint, format ";

  /// Copies the collections.
  public Manifest {
    var copied = new LinkedHashMap<String, Map<String, String>>();
    shapes.forEach(
        (part, its) -> copied.put(part, Collections.unmodifiableMap(new LinkedHashMap<>(its))));
    shapes = Collections.unmodifiableMap(copied);
    files = List.copyOf(files);
  }

  /// The number of ranks that have saved.
  public int ranks() {
    return files.size();
  }

  /// The bytes of the files of all ranks.
  public long bytes() {
    return files.stream().mapToLong(WrittenFile::bytes).sum();
  }

  /// The name of the file of one rank.
  public static String fileOf(int rank) {
    return "rank-" + rank;
  }

  // Writing.

  String text() {
    var text = new StringBuilder(FIRST).append(FORMAT).append('\n');
    line(text, "weft", weft);
    line(text, "program", program);
    line(text, "number", String.valueOf(number));
    line(text, "saved", saved.toString());
    line(text, "seconds", String.valueOf(seconds));
    line(text, "record", record);
    shapes.forEach((part, its) -> {
      line(text, "part", part);
      its.forEach((name, shape) -> line(text, "shape", name, shape));
    });
    for (WrittenFile file : files) {
      line(text, "file", String.valueOf(file.bytes()), Integer.toHexString(file.checksum()));
    }
    line(text, "end", checksum(text.toString()));
    return text.toString();
  }

  private static void line(StringBuilder text, String key, String... values) {
    text.append(key);
    for (String value : values) {
      text.append('\t')
          .append(value.replace("\\", "\\\\").replace("\n", "\\n").replace("\t", "\\t"));
    }
    text.append('\n');
  }

  private static String checksum(String text) {
    var crc = new CRC32C();
    crc.update(text.getBytes(StandardCharsets.UTF_8));
    return Long.toHexString(crc.getValue());
  }

  // Reading.

  /// Reads the manifest of the checkpoint in `folder`.
  ///
  /// @throws DamagedException if it is not as it was written, or of a newer version of Weft
  /// @throws IOException if it cannot be read
  public static Manifest read(Path folder) throws IOException {
    Path file = folder.resolve(NAME);
    String text;
    DamagedException.checkFile(file);
    try {
      text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    } catch (NoSuchFileException e) {
      throw new DamagedException(file, "is missing");
    }
    int end = text.lastIndexOf("\nend\t") + 1;
    if (!text.startsWith(FIRST)) {
      throw new DamagedException(file, "is not the manifest of a checkpoint");
    }
    String format = text.substring(FIRST.length(), text.indexOf('\n'));
    if (!format.equals(FORMAT)) {
      throw new DamagedException(
          file,
          "is of format "
              + format
              + ", and this version of Weft reads format "
              + FORMAT
              + "; use the version that wrote it, or a newer one");
    }
    if (end == 0
        || !text.substring(end).equals("end\t" + checksum(text.substring(0, end)) + "\n")) {
      throw new DamagedException(file, "is damaged or cut");
    }
    try {
      return parse(text.substring(0, end));
    } catch (RuntimeException e) {
      throw new DamagedException(file, "has a line that cannot be read");
    }
  }

  private static Manifest parse(String text) {
    Map<String, String> values = new LinkedHashMap<>();
    var shapes = new LinkedHashMap<String, Map<String, String>>();
    var files = new ArrayList<WrittenFile>();
    Map<String, String> part = new LinkedHashMap<>();
    for (String line : text.split("\n", -1)) {
      String[] words = line.split("\t", -1);
      for (int i = 1; i < words.length; i++) {
        words[i] = plain(words[i]);
      }
      switch (words[0]) {
        case "part" -> {
          part = new LinkedHashMap<>();
          shapes.put(words[1], part);
        }
        case "shape" -> part.put(words[1], words[2]);
        case "file" ->
            files.add(
                new WrittenFile(Long.parseLong(words[1]), Integer.parseUnsignedInt(words[2], 16)));
        default -> values.put(words[0], words.length > 1 ? words[1] : "");
      }
    }
    if (files.isEmpty()) {
      throw new DateTimeException("no files");
    }
    return new Manifest(
        values.getOrDefault("weft", ""),
        values.getOrDefault("program", ""),
        Long.parseLong(values.getOrDefault("number", "")),
        Instant.parse(values.getOrDefault("saved", "")),
        Double.parseDouble(values.getOrDefault("seconds", "")),
        values.getOrDefault("record", ""),
        shapes,
        files);
  }

  private static String plain(String value) {
    var text = new StringBuilder();
    for (int i = 0; i < value.length(); i++) {
      char it = value.charAt(i);
      if (it == '\\' && i + 1 < value.length()) {
        char next = value.charAt(++i);
        text.append(next == 'n' ? '\n' : next == 't' ? '\t' : next);
      } else {
        text.append(it);
      }
    }
    return text.toString();
  }
}
