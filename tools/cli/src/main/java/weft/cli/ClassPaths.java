// SPDX-License-Identifier: Apache-2.0
package weft.cli;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.module.FindException;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReference;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/// Handles class paths: the launcher's own, and those that users give.
public final class ClassPaths {
  private ClassPaths() {}

  /// Splits a class path that a user gave. `folder/*` means the folder's jars, by name.
  static List<Path> parse(String classPath) {
    var entries = new ArrayList<Path>();
    for (String entry : classPath.split(File.pathSeparator, -1)) {
      if (entry.equals("*") || entry.endsWith(File.separator + "*")) {
        entries.addAll(jarsIn(Path.of(entry.substring(0, entry.length() - 1))));
      } else if (!entry.isEmpty()) {
        entries.add(Path.of(entry));
      }
    }
    return entries;
  }

  private static List<Path> jarsIn(Path folder) {
    try (Stream<Path> files = Files.list(folder.toString().isEmpty() ? Path.of(".") : folder)) {
      return files.filter(f -> f.toString().endsWith(".jar")).sorted().toList();
    } catch (IOException e) {
      throw CommandException.usage(
          "The class path names the folder " + folder + ", which cannot be read.");
    }
  }

  public static String join(Collection<Path> entries) {
    return entries.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
  }

  /// The launcher's own class path.
  static List<Path> launcher() {
    return parse(System.getProperty("java.class.path", ""));
  }

  /// The entries of this JVM's own class path that hold these classes, without duplicates. Classes
  /// of the Java image are left out, because they are on no class path.
  ///
  /// A class from an AOT cache names the jar that it had when the cache was created, or none. After
  /// a tree was moved or copied, that jar is missing or belongs to another tree. So its answer
  /// counts only if this JVM's class path has that jar; otherwise the entries are searched.
  public static Set<Path> of(Collection<Class<?>> classes) {
    List<Path> own = launcher();
    var places = new LinkedHashSet<Path>();
    for (Class<?> type : classes) {
      Path named = place(type);
      Path place = named != null && own.contains(named) ? named : entryWith(type.getName(), own);
      if (place != null) {
        places.add(place);
      } else if (named != null) {
        places.add(named); // It is on the module path.
      }
    }
    return places;
  }

  /// The entries of the launcher's own class path that hold `resource`.
  static List<Path> withResource(String resource) {
    return launcher().stream().filter(entry -> has(entry, resource)).toList();
  }

  /// Returns `entries`, followed by entries of the launcher's own class path that hold modules
  /// which `entries` require. A transport may consist of several jars.
  public static Set<Path> withRequired(Collection<Path> entries) {
    var modules = new HashMap<String, Path>();
    for (Path entry : launcher()) {
      ModuleDescriptor descriptor = descriptor(entry);
      if (descriptor != null) {
        modules.putIfAbsent(descriptor.name(), entry);
      }
    }
    var all = new LinkedHashSet<Path>();
    var open = new ArrayDeque<Path>(entries);
    while (!open.isEmpty()) {
      Path entry = open.remove();
      ModuleDescriptor descriptor = all.add(entry) ? descriptor(entry) : null;
      if (descriptor != null) {
        descriptor.requires().stream()
            .filter(it -> !it.modifiers().contains(ModuleDescriptor.Requires.Modifier.STATIC))
            .map(it -> modules.get(it.name()))
            .filter(Objects::nonNull)
            .forEach(open::add);
      }
    }
    return all;
  }

  private static @Nullable ModuleDescriptor descriptor(Path entry) {
    try {
      return ModuleFinder.of(entry).findAll().stream()
          .map(ModuleReference::descriptor)
          .findFirst()
          .orElse(null);
    } catch (FindException e) {
      return null; // A jar that is not a module does not declare what it requires.
    }
  }

  private static @Nullable Path entryWith(String name, List<Path> entries) {
    for (Path entry : entries) {
      if (hasClass(name, List.of(entry))) {
        return entry;
      }
    }
    return null;
  }

  /// The jar or folder that a class names as its source. It is null for classes of the Java image,
  /// and for some classes from an AOT cache.
  private static @Nullable Path place(Class<?> type) {
    CodeSource source = type.getProtectionDomain().getCodeSource();
    URL place = source == null ? null : source.getLocation();
    if (place == null || !place.getProtocol().equals("file")) {
      return null;
    }
    try {
      return Path.of(new URI(place.toString()));
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  /// Whether a class of this name is in one of the entries.
  static boolean hasClass(String name, Collection<Path> entries) {
    String file = name.replace('.', '/') + ".class";
    return entries.stream().anyMatch(entry -> has(entry, file));
  }

  private static boolean has(Path entry, String file) {
    if (Files.isDirectory(entry)) {
      return Files.isRegularFile(entry.resolve(file));
    }
    if (!Files.isRegularFile(entry)) {
      return false;
    }
    try (var zip = new ZipFile(entry.toFile())) {
      return zip.getEntry(file) != null;
    } catch (IOException e) {
      throw new UncheckedIOException(entry + " is not a jar", e);
    }
  }
}
