// SPDX-License-Identifier: Apache-2.0
package weft.system.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import weft.testkit.Patience;

/// Starts the packaged `weft` command in a folder of its own, which is also its temporary folder,
/// so that whatever it leaves behind is seen.
public final class Weft {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final String MAIN = "weft.cli.Main";

  /// How a command ended.
  public record Result(int exitCode, String out, String err) {
    public List<String> outLines() {
      return out.lines().toList();
    }
  }

  /// A command that runs.
  public record Running(Process process, Path out, Path err) {
    public Result end() throws IOException, InterruptedException {
      if (!Patience.await(process, PATIENCE)) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly().waitFor();
        throw new AssertionError(
            "still running after " + PATIENCE + "; it wrote:\n" + text(out) + text(err));
      }
      return new Result(process.exitValue(), text(out), text(err));
    }

    /// Waits until its output holds `text`.
    public void awaitOutput(String text) throws Exception {
      await("'" + text + "' in the output", () -> text(out).contains(text) || !process.isAlive());
      if (!text(out).contains(text)) {
        throw new AssertionError("ended without '" + text + "':\n" + text(out) + text(err));
      }
    }

    public String outText() throws IOException {
      return text(out);
    }

    public String errText() throws IOException {
      return text(err);
    }

    /// Sends a signal to the launcher alone.
    public void signal(String name) throws IOException, InterruptedException {
      new ProcessBuilder("kill", "-" + name, String.valueOf(process.pid())).start().waitFor();
    }

    private static String text(Path file) throws IOException {
      return Files.readString(file, UTF_8);
    }
  }

  private final Path folder;
  private final Path temporary;
  private final List<String> jvmOptions = new ArrayList<>();
  private final List<Path> moreClasses = new ArrayList<>();
  private final Map<String, String> environment = new TreeMap<>();
  private String input = "";
  private @Nullable Path group;
  private @Nullable String script;

  public Weft(Path folder) throws IOException {
    this.folder = folder;
    this.temporary = Files.createDirectories(folder.resolve("tmp"));
    environment.put("XDG_RUNTIME_DIR", temporary.toString());
    environment.put("XDG_CONFIG_HOME", configuration().toString());
  }

  /// The user's folder for configuration; not there unless a test makes it.
  public Path configuration() {
    return folder.resolve("config");
  }

  /// Writes a file into the folder in which the command runs.
  public Weft file(String name, String text) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.resolveSibling("."));
    Files.writeString(file, text);
    return this;
  }

  /// What it reads; nothing unless set.
  public Weft input(String text) {
    input = text;
    return this;
  }

  /// An option for the launcher's JVM.
  public Weft jvmOption(String option) {
    jvmOptions.add(option);
    return this;
  }

  /// One more entry for the launcher's class path.
  public Weft classes(Path place) {
    moreClasses.add(place);
    return this;
  }

  public Weft variable(String name, String value) {
    environment.put(name, value);
    return this;
  }

  /// The list of processes of a control group in which it is to run.
  public Weft inGroup(Path processes) {
    group = processes;
    return this;
  }

  /// A script of bash in which `"$@"` is the command.
  public Weft inScript(@Nullable String text) {
    script = text;
    return this;
  }

  /// Starts the command.
  public Running begin(String... arguments) throws IOException {
    return beginMain(MAIN, arguments);
  }

  /// Starts another main class of its class path, as an IDE would.
  public Running beginMain(String main, String... arguments) throws IOException {
    var command = new ArrayList<String>();
    if (script != null) {
      command.addAll(List.of("bash", "-c", script, "bash"));
    }
    if (group != null) {
      command.addAll(List.of("sh", "-c", "echo $$ > " + group + " && exec \"$@\"", "sh"));
    }
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx256m"));
    command.add("-Djava.io.tmpdir=" + temporary);
    if (main.equals(MAIN)) {
      command.addAll(caches());
    }
    command.addAll(jvmOptions);
    command.addAll(List.of("-cp", classPath(), main));
    command.addAll(List.of(arguments));
    Path out = Files.createTempFile(folder, "out-", ".txt");
    Path err = Files.createTempFile(folder, "err-", ".txt");
    var builder = new ProcessBuilder(command).directory(folder.toFile());
    builder.redirectOutput(out.toFile()).redirectError(err.toFile());
    builder.environment().putAll(environment);
    Process process = builder.start();
    try (var stdin = process.getOutputStream()) {
      stdin.write(input.getBytes(UTF_8));
    }
    return new Running(process, out, err);
  }

  /// The options by which the `./weft` script starts the command from what it has been trained
  /// with: half of its time. A JVM that cannot use a cache runs without one.
  private List<String> caches() {
    Path launcher = cache("launcher.aot");
    Path rank = cache("rank.aot");
    boolean own = jvmOptions.stream().anyMatch(option -> option.startsWith("-Dweft.aot."));
    return own || !Files.exists(launcher) || !Files.exists(rank)
        ? List.of()
        : List.of(
            "-XX:AOTCache=" + launcher,
            "-Xlog:aot=off",
            "-Xlog:cds=off",
            "-XX:-UsePerfData",
            "-Dweft.aot.rank=" + rank);
  }

  private static Path cache(String name) {
    return Path.of(System.getProperty("weft.home", "")).resolve("cache", name).toAbsolutePath();
  }

  public Result run(String... arguments) throws IOException, InterruptedException {
    return begin(arguments).end();
  }

  private String classPath() throws IOException {
    var entries = new ArrayList<>(List.of(jars()));
    moreClasses.forEach(place -> entries.add(place.toString()));
    return String.join(":", entries);
  }

  /// The class path of the packaged command.
  public static String jars() throws IOException {
    Path lib = Path.of(System.getProperty("weft.home", "")).resolve("lib").toAbsolutePath();
    if (!Files.isDirectory(lib)) {
      throw new IllegalStateException(
          lib + " is not there: run this test through Maven, or set -Dweft.home");
    }
    try (Stream<Path> files = Files.list(lib)) {
      return files.map(Path::toString).sorted().collect(Collectors.joining(":"));
    }
  }

  /// What commands have left in their temporary folder, apart from the folder of all jobs.
  public List<Path> leftovers() throws IOException {
    try (Stream<Path> files = Files.walk(temporary)) {
      return files
          .filter(file -> !file.equals(temporary))
          .filter(file -> !file.toString().contains("/hsperfdata"))
          .filter(
              file -> !file.equals(temporary.resolve("weft-" + System.getProperty("user.name"))))
          .toList();
    }
  }

  /// Waits until `condition` holds.
  public static void await(String what, Callable<Boolean> condition) throws Exception {
    if (!Patience.await(condition, PATIENCE)) {
      throw new AssertionError("waited " + PATIENCE + " in vain for " + what);
    }
  }
}
