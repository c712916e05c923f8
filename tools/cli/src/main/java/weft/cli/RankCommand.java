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
import weft.transport.host.JvmSizes;
import weft.transport.shm.ShmProvider;

/// Builds the command line of a JVM that runs a program. It has the JVM's share of the machine, the
/// AOT cache for a fast start, the user's options, and the class path.
public final class RankCommand {
  /// The system property with the path of the AOT cache of ranks; `./weft` sets it.
  static final String CACHE = "weft.aot.rank";

  /// The system property that makes the first rank write such a cache; `./weft` sets it once.
  static final String CACHE_OUTPUT = "weft.aot.rank.output";

  /// The resource that marks a jar for the class path of every program: a library of Weft that this
  /// command does not use itself.
  private static final String LIBRARY = "META-INF/weft/library";

  private final JvmSizes sizes;
  private final List<String> jvmArguments;
  private final @Nullable Path cache;

  /// @param sizes the resources that the JVM may use
  /// @param jvmArguments the user's options, which are last and so take precedence
  /// @param cache an AOT cache that exists, or null
  RankCommand(JvmSizes sizes, List<String> jvmArguments, @Nullable Path cache) {
    this.sizes = sizes;
    this.jvmArguments = List.copyOf(jvmArguments);
    this.cache = cache;
  }

  /// The AOT cache that `./weft` prepared, or null if it does not exist.
  public static @Nullable Path preparedCache() {
    String name = System.getProperty(CACHE);
    return name != null && Files.isReadable(Path.of(name)) ? Path.of(name) : null;
  }

  /// Weft's own part of every program's class path. It is always the same and always first, because
  /// an AOT cache is valid for class paths that begin like its own. It has the runtime, shm, the
  /// collectives, this command for its built-in program, the accelerator if there is one, and the
  /// jars that hold [#LIBRARY]. The command's own dependencies, picocli and Jackson, are not
  /// included, so a program can use other versions.
  public static Set<Path> weftClassPath() {
    var classes = new ArrayList<Class<?>>();
    classes.addAll(
        List.of(TransportProvider.class, ShmProvider.class, Group.class, RankCommand.class));
    ServiceLoader.load(Accelerator.class).stream().forEach(found -> classes.add(found.type()));
    Set<Path> path = ClassPaths.of(classes);
    path.addAll(ClassPaths.withResource(LIBRARY));
    return path;
  }

  /// The command that runs `program`, with `extra` options for this JVM only.
  List<String> of(ProgramSpec program, List<String> programArguments, List<String> extra) {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(sizes.options(String.join(" ", jvmArguments) + inheritedOptions()));
    if (cache != null) {
      // The JVM silently ignores a cache that does not fit, for example with another collector or a
      // debugger.
      command.addAll(
          List.of("-XX:AOTCache=" + cache, "-XX:AOTMode=auto", "-Xlog:aot=off", "-Xlog:cds=off"));
    }
    // MPI and streaming copies need it; without it the JDK warns or refuses.
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

  /// The options that every JVM reads from its environment.
  private static String inheritedOptions() {
    var options = new StringBuilder();
    for (String name : List.of("JDK_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS")) {
      String value = System.getenv(name);
      options.append(value == null ? "" : " " + value);
    }
    return options.toString();
  }
}
