// SPDX-License-Identifier: Apache-2.0
package weft.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URL;
import java.net.URLConnection;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// What can be started by name: the programs, or the benchmarks, that jars on the class path
/// declare in a resource, one a line: `name main.Class description`. Lines that begin with # are
/// comments.
public final class Catalogue {
  /// The resource that names programs.
  public static final String PROGRAMS = "META-INF/weft/programs";

  static final String BENCHMARKS = "META-INF/weft/benchmarks";

  /// One line of a catalogue.
  public record Entry(String name, String mainClass, String description) {}

  private final Map<String, Entry> entries;

  private Catalogue(Map<String, Entry> entries) {
    this.entries = Collections.unmodifiableMap(entries);
  }

  /// Reads `resource` of every jar that `loader` sees. Where two declare a name, the first counts.
  public static Catalogue read(String resource, ClassLoader loader) {
    var entries = new TreeMap<String, Entry>();
    try {
      for (URL url : Collections.list(loader.getResources(resource))) {
        URLConnection connection = url.openConnection();
        connection.setUseCaches(false); // A cached jar would stay open.
        try (var lines =
            new BufferedReader(
                new InputStreamReader(connection.getInputStream(), StandardCharsets.UTF_8))) {
          for (String line; (line = lines.readLine()) != null; ) {
            Entry entry = parse(line.trim());
            if (entry != null) {
              entries.putIfAbsent(entry.name(), entry);
            }
          }
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new Catalogue(entries);
  }

  private static @Nullable Entry parse(String line) {
    String[] parts = line.split("\\s+", 3);
    return line.startsWith("#") || parts.length < 2
        ? null
        : new Entry(parts[0], parts[1], parts.length < 3 ? "" : parts[2]);
  }

  @Nullable Entry find(String name) {
    return entries.get(name);
  }

  /// Every entry, by name.
  public Map<String, Entry> entries() {
    return entries;
  }

  /// One line for each entry, the descriptions below each other.
  String table() {
    int width = entries.keySet().stream().mapToInt(String::length).max().orElse(0);
    var text = new StringBuilder();
    for (Entry entry : entries.values()) {
      text.append("  ").append(entry.name()).repeat(" ", width - entry.name().length());
      text.append("  ").append(entry.description()).append(System.lineSeparator());
    }
    return text.toString();
  }
}
