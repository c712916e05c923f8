// SPDX-License-Identifier: Apache-2.0
package weft.watch.launch;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.jspecify.annotations.Nullable;
import weft.WeftException;
import weft.transport.job.TemporaryFolder;

/// The jars that a job brings to its hosts, each once. They are named by their content, so a jar
/// that is already there is found, whoever brought it, and another version is another jar.
final class Jars implements AutoCloseable {
  private final Map<String, Jar> all = new LinkedHashMap<>();
  private final Map<Path, List<String>> names = new LinkedHashMap<>();
  private @Nullable Path packed;

  /// All jars, in a fixed order.
  List<Jar> all() {
    return List.copyOf(all.values());
  }

  /// Adds the entries of a class path, and returns the names of their jars. Entries that do not
  /// exist are left out, as a JVM does.
  ///
  /// @throws WeftException if one cannot be read
  List<String> add(List<String> entries) {
    var found = new ArrayList<String>();
    for (String entry : entries) {
      add(Path.of(entry), found);
    }
    return found;
  }

  private void add(Path entry, List<String> found) {
    Path file = entry.toAbsolutePath().normalize();
    List<String> known = names.get(file);
    if (known == null) {
      known = new ArrayList<>();
      names.put(file, known); // Before its own class path, which may name it again.
      try {
        read(file, known);
      } catch (IOException | UncheckedIOException e) {
        throw new WeftException(
            file + " is on the class path and cannot be brought to other hosts: " + e.getMessage(),
            e);
      }
    }
    known.stream().filter(it -> !found.contains(it)).forEach(found::add);
  }

  private void read(Path file, List<String> found) throws IOException {
    if (Files.isDirectory(file)) {
      found.add(put(pack(file)));
    } else if (Files.isRegularFile(file)) {
      found.add(put(file));
      for (Path other : namedBy(file)) {
        add(other, found);
      }
    }
  }

  /// The adds of [#add] for the jars or folders that hold these classes.
  List<String> addPlacesOf(Class<?>... classes) {
    var places = new ArrayList<String>();
    for (Class<?> type : classes) {
      CodeSource source = type.getProtectionDomain().getCodeSource();
      if (source == null || source.getLocation() == null) {
        throw new WeftException("the jar with " + type.getName() + " is not known");
      }
      try {
        places.add(Path.of(new URI(source.getLocation().toString())).toString());
      } catch (URISyntaxException e) {
        throw new IllegalStateException(e);
      }
    }
    return add(places);
  }

  /// The jars that the manifest of `jar` adds to the class path.
  private static List<Path> namedBy(Path jar) throws IOException {
    var others = new ArrayList<Path>();
    try (var file = new JarFile(jar.toFile())) {
      Manifest manifest = file.getManifest();
      String value =
          manifest == null
              ? null
              : manifest.getMainAttributes().getValue(Attributes.Name.CLASS_PATH);
      for (String word : value == null ? new String[0] : value.strip().split("\\s+", -1)) {
        URI other = jar.toUri().resolve(word);
        if ("file".equals(other.getScheme())) {
          others.add(Path.of(other));
        }
      }
    }
    return others;
  }

  private String put(Path file) throws IOException {
    String name = digest(file);
    all.putIfAbsent(name, new Jar(name, file, Files.size(file)));
    return name;
  }

  private static String digest(Path file) throws IOException {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      try (var in = new DigestInputStream(Files.newInputStream(file), digest)) {
        in.transferTo(OutputStream.nullOutputStream());
      }
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // Every JDK has it.
    }
  }

  /// Packs `folder` into a jar, whose bytes depend only on the content of the folder.
  private Path pack(Path folder) throws IOException {
    Path place = packed;
    if (place == null) {
      place = TemporaryFolder.create("jars");
      packed = place;
    }
    Path jar = place.resolve(names.size() + ".jar");
    try (Stream<Path> walk = Files.walk(folder);
        var zip = new ZipOutputStream(Files.newOutputStream(jar))) {
      zip.setMethod(ZipOutputStream.DEFLATED);
      for (Path file : walk.filter(Files::isRegularFile).sorted().toList()) {
        var entry = new ZipEntry(folder.relativize(file).toString().replace('\\', '/'));
        entry.setTime(0); // Not the time of this start.
        zip.putNextEntry(entry);
        Files.copy(file, zip);
        zip.closeEntry();
      }
    }
    return jar;
  }

  @Override
  public void close() {
    if (packed != null) {
      TemporaryFolder.delete(packed);
    }
  }
}
