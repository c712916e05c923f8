// SPDX-License-Identifier: Apache-2.0
package weft.testkit;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import weft.WeftException;
import weft.World;
import weft.transport.shm.ShmProvider;

/// A start-up cache (an AOT cache, JEP 483 and JEP 514) for ranks that are processes. With it a
/// rank takes a third of the processor time until its program runs. A JVM creates it, or finds it,
/// when it starts so many ranks that it pays: in the folder of the build, under a name that changes
/// with the jars and with the JDK. There is none where Weft is a folder of classes instead of jars.
final class StartCache {
  /// From so many ranks on, the cache saves more than its creation takes.
  private static final int PAYS = 8;

  private static final String NAME = "weft-ranks-";

  private static @Nullable StartCache now;

  private final @Nullable Path folder;

  /// The jars that every rank has, by the entries of the class path that they stand for.
  private final Map<String, Path> jars = new LinkedHashMap<>();

  private int started;
  private boolean decided;
  private @Nullable Path file;

  private StartCache(@Nullable Path folder) {
    this.folder = folder;
  }

  /// The cache of this JVM, in the folder of a build with Maven or Gradle.
  static synchronized StartCache ofThisJvm() {
    if (now == null) {
      Stream<Path> folders = Stream.of(Path.of("target"), Path.of("build"));
      now = new StartCache(folders.filter(Files::isDirectory).findFirst().orElse(null));
    }
    return now;
  }

  /// A cache in a folder of its own.
  static StartCache in(Path folder) {
    return new StartCache(folder);
  }

  /// The command that starts `program` with `options` and the class path `path`. It has the cache
  /// if that pays, now that `ranks` more ranks start.
  synchronized List<String> command(List<String> options, String path, int ranks, String program) {
    started += ranks;
    Path folder = this.folder;
    if (!decided && folder != null && started >= PAYS) {
      decided = true;
      file = prepare(folder.toAbsolutePath(), options);
    }
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(options);
    if (file != null) {
      // A cache that does not fit after all is ignored in silence.
      command.addAll(
          List.of("-XX:AOTCache=" + file, "-XX:AOTMode=auto", "-Xlog:aot=off", "-Xlog:cds=off"));
    }
    command.addAll(List.of("-cp", file == null ? path : order(path), program));
    return command;
  }

  /// `path` in an order that fits the cache, which is valid for class paths that begin like its
  /// own.
  private String order(String path) {
    List<String> entries = List.of(path.split(File.pathSeparator, -1));
    Set<String> all = new LinkedHashSet<>();
    jars.forEach((entry, jar) -> {
      if (entries.contains(entry)) {
        all.add(jar.toString());
      }
    });
    entries.stream().filter(entry -> !jars.containsKey(entry)).forEach(all::add);
    return String.join(File.pathSeparator, all);
  }

  private @Nullable Path prepare(Path folder, List<String> options) {
    Path work = null;
    try {
      for (Class<?> each : List.of(World.class, ShmProvider.class)) {
        Path jar = place(each);
        if (jar == null || !Files.isRegularFile(jar)) {
          return null;
        }
        jars.put(jar.toString(), jar);
      }
      Path kit = place(RankMain.class);
      if (kit == null) {
        return null;
      }
      work = Files.createTempDirectory(folder, NAME);
      jars.put(kit.toString(), Files.isRegularFile(kit) ? kit : pack(kit, folder, work));
      Path wanted = folder.resolve(NAME + key(options) + ".aot");
      return Files.isReadable(wanted) || create(wanted, work, options) ? wanted : null;
    } catch (IOException | URISyntaxException | WeftException e) {
      return null; // Ranks start without a cache, as they do on systems that have none.
    } finally {
      if (work != null) {
        ProcessRanks.remove(work);
      }
    }
  }

  /// The jar or folder of a class; null if it is in neither, as in an image or in a jar of jars.
  private static @Nullable Path place(Class<?> type) throws URISyntaxException {
    CodeSource source = type.getProtectionDomain().getCodeSource();
    URL place = source == null ? null : source.getLocation();
    return place == null || !place.getProtocol().equals("file") ? null : Path.of(place.toURI());
  }

  /// Packs a folder of classes, which a cache cannot have, into a jar.
  private static Path pack(Path classes, Path folder, Path work) throws IOException {
    List<Path> files;
    try (Stream<Path> walk = Files.walk(classes)) {
      files = walk.filter(Files::isRegularFile).sorted().toList();
    }
    var text = new StringBuilder();
    for (Path each : files) {
      describe(each, text);
    }
    Path wanted = folder.resolve(NAME + hash(text) + ".jar");
    if (!Files.isReadable(wanted)) {
      Path part = work.resolve("jar");
      try (OutputStream out = Files.newOutputStream(part);
          var jar = new JarOutputStream(out)) {
        jar.setLevel(0);
        for (Path each : files) {
          jar.putNextEntry(new JarEntry(classes.relativize(each).toString().replace('\\', '/')));
          Files.copy(each, jar);
        }
      }
      replace(part, wanted, ".jar");
    }
    return wanted;
  }

  private String key(List<String> options) throws IOException {
    var text = new StringBuilder(Runtime.version() + System.getProperty("java.home") + options);
    for (Path jar : jars.values()) {
      describe(jar, text);
    }
    return hash(text);
  }

  private static void describe(Path file, StringBuilder text) throws IOException {
    text.append(file).append(' ').append(Files.size(file)).append(' ');
    text.append(Files.getLastModifiedTime(file).toMillis()).append('\n');
  }

  private static String hash(CharSequence text) {
    byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
    return UUID.nameUUIDFromBytes(bytes).toString();
  }

  /// Runs a job of two ranks, of which the first writes down what it has loaded.
  private boolean create(Path wanted, Path work, List<String> options) throws IOException {
    Path part = work.resolve("aot");
    var jvm = new ArrayList<>(options);
    // What the JVM prints of the cache belongs to nobody's test.
    jvm.addAll(List.of("-Xlog:disable", "-Xlog:all=off"));
    List<Path> entries = List.copyOf(jars.values());
    String path = String.join(File.pathSeparator, entries.stream().map(Path::toString).toList());
    var second = new StartCache(null).command(jvm, path, 1, RankMain.class.getName());
    second.addAll(List.of(work.toString(), TrainingProgram.class.getName()));
    var first = new ArrayList<>(second);
    first.add(1, "-XX:AOTCacheOutput=" + part);
    if (new ShmProvider().host(List.of(first, second), new HashMap<>()) != 0
        || !Files.isReadable(part)) {
      return false;
    }
    replace(part, wanted, ".aot");
    return true;
  }

  /// Moves a file to its place, and removes those of other jars and JDKs.
  private static void replace(Path part, Path wanted, String suffix) throws IOException {
    try (Stream<Path> files = Files.list(wanted.resolveSibling(""))) {
      for (Path each : files.toList()) {
        String name = each.getFileName().toString();
        if (name.startsWith(NAME) && name.endsWith(suffix)) {
          Files.deleteIfExists(each);
        }
      }
    }
    Files.move(part, wanted, StandardCopyOption.ATOMIC_MOVE);
  }
}
