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

/// The programs or benchmarks that can be started by name. Jars on the class path declare them in a
/// resource, one per line: `name main.Class description`. Lines that begin with # are comments.
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

  /// Reads `resource` of every jar that `loader` finds. If two jars declare a name, the first one
  /// counts.
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

  /// All entries, by name.
  public Map<String, Entry> entries() {
    return entries;
  }

  /// One line for each entry, with aligned descriptions.
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
