// SPDX-License-Identifier: Apache-2.0
package weft.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import weft.collective.Group;
import weft.memory.Accelerator;
import weft.transport.TransportProvider;
import weft.transport.shm.ShmProvider;

/// Builds the command line of a JVM that runs a program: its share of the machine, the AOT cache
/// that makes it start fast, the user's options, the class path.
public final class RankCommand {
  /// The system property that names the AOT cache of ranks; `./weft` sets it.
  static final String CACHE = "weft.aot.rank";

  /// The system property that asks the first rank to write such a cache; `./weft` sets it, once.
  static final String CACHE_OUTPUT = "weft.aot.rank.output";

  /// The resource of a jar that belongs on the class path of every program: a library of Weft's
  /// that this command does not need itself.
  private static final String LIBRARY = "META-INF/weft/library";

  private final Share share;
  private final List<String> jvmArguments;
  private final @Nullable Path cache;

  /// @param share what the JVM may use
  /// @param jvmArguments the user's options, which come last and so win
  /// @param cache an AOT cache that exists, or null
  RankCommand(Share share, List<String> jvmArguments, @Nullable Path cache) {
    this.share = share;
    this.jvmArguments = List.copyOf(jvmArguments);
    this.cache = cache;
  }

  /// The AOT cache that `./weft` prepared, if it is there.
  public static @Nullable Path preparedCache() {
    String name = System.getProperty(CACHE);
    return name != null && Files.isReadable(Path.of(name)) ? Path.of(name) : null;
  }

  /// Weft's own part of every program's class path. It is always the same and always first, because
  /// an AOT cache is valid for class paths that begin like its own. It has the runtime, shm, the
  /// collectives, this command for its built-in program, the accelerator, if there is one, and the
  /// jars that hold [#LIBRARY]. What the command itself depends on (picocli, Jackson) is not among
  /// it, so a program brings its own versions.
  public static Set<Path> weftClassPath() {
    var classes = new ArrayList<Class<?>>();
    classes.addAll(
        List.of(TransportProvider.class, ShmProvider.class, Group.class, RankCommand.class));
    ServiceLoader.load(Accelerator.class).stream().forEach(found -> classes.add(found.type()));
    Set<Path> path = ClassPaths.of(classes);
    path.addAll(ClassPaths.withResource(LIBRARY));
    return path;
  }

  /// The command that runs `program`, with `extra` options of this one JVM.
  List<String> of(ProgramSpec program, List<String> programArguments, List<String> extra) {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(share.options(String.join(" ", jvmArguments) + inheritedOptions()));
    if (cache != null) {
      // A cache that does not fit (another collector, a debugger) is done without, silently.
      command.addAll(
          List.of("-XX:AOTCache=" + cache, "-XX:AOTMode=auto", "-Xlog:aot=off", "-Xlog:cds=off"));
    }
    // For MPI, and for copies past the caches; without it the JDK warns, or refuses.
    command.add("--enable-native-access=ALL-UNNAMED");
    command.addAll(program.jvmOptions());
    command.addAll(extra);
    command.addAll(jvmArguments);
    var classPath = new LinkedHashSet<>(weftClassPath());
    classPath.addAll(program.classPath());
    command.addAll(List.of("-cp", ClassPaths.join(classPath), program.mainClass()));
    command.addAll(programArguments);
    return command;
  }

  /// The options that every JVM takes from its environment.
  private static String inheritedOptions() {
    var options = new StringBuilder();
    for (String name : List.of("JDK_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS")) {
      String value = System.getenv(name);
      options.append(value == null ? "" : " " + value);
    }
    return options.toString();
  }
}
