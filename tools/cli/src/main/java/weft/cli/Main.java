// SPDX-License-Identifier: Apache-2.0
package weft.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.ServiceLoader;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import weft.WeftException;
import weft.files.OpenFileLimit;
import weft.transport.job.JvmEnd;
import weft.transport.job.StandardStream;

/// The `weft` command. It builds only the requested sub-command, because picocli inspects each one
/// by reflection, which would delay the start.
public final class Main {
  /// The words that request help.
  public static final List<String> HELP = List.of("help", "-h", "--help");

  private static final String USAGE =
      """
      Weft runs a Java program on several ranks, which send each other active messages.

        weft run -n 4 Hello.java             four processes of one source file
        weft run -n 2 --transport threads hello
                                             a built-in program, two threads of one JVM
        weft doctor                          checks this machine and the installation

      Commands:
      """;

  /// What the command opens while it runs: its jars, and libraries of Java.
  private static final int FILES = 24;

  private final PrintStream out;
  private final PrintStream err;

  /// Creates the command, which prints to `out` and reports errors to `err`.
  public Main(PrintStream out, PrintStream err) {
    this.out = out;
    this.err = err;
  }

  /// Runs the command and ends this JVM with its exit code.
  public static void main(String[] args) {
    int code = new Main(System.out, System.err).run(args);
    System.exit(code == 0 ? codeOfOutput() : code);
  }

  /// The exit code of a command that has ended well: not 0 if its output could not be written.
  private static int codeOfOutput() {
    StandardStream failure = StandardStream.failure();
    if (failure == null) {
      return 0;
    }
    if (failure.hasNoReader()) {
      return StandardStream.NO_READER;
    }
    System.err.println("weft: " + failure.sentence());
    return 1;
  }

  /// Runs the command and returns its exit code.
  public int run(String... args) {
    try {
      OpenFileLimit.require(FILES, "for the weft command itself");
      return dispatch(List.of(args));
    } catch (RuntimeException e) {
      return report(e);
    }
  }

  /// Reports an error in a sentence. Only a fault of Weft itself prints a stack trace.
  private int report(Exception e) {
    JvmEnd.awaitIfBegun(); // What fails while this JVM ends has failed because of that.
    switch (e) {
      case CommandException command -> {
        err.println("weft: " + command.sentence());
        return command.exitCode();
      }
      case WeftException weft -> err.println("weft: " + weft.getMessage());
      case UncheckedIOException io -> err.println("weft: " + io.getMessage());
      default -> {
        err.println("weft: This is a fault of the weft command itself; please report it:");
        e.printStackTrace(err);
      }
    }
    return 1;
  }

  private int dispatch(List<String> args) {
    if (args.isEmpty()) {
      out.print(usage());
      return 0;
    }
    List<String> rest = args.subList(1, args.size());
    return switch (args.getFirst()) {
      case "help", "-h", "--help" -> help(rest);
      case "version", "-V", "--version" -> version();
      default -> {
        for (Extension it : commands()) {
          if (it.word().equals(args.getFirst())) {
            yield execute(it.word(), it.command(this, out, err), rest);
          }
        }
        throw unknown(args.getFirst());
      }
    };
  }

  /// All commands: those of this module, and those that other modules provide.
  public static List<Extension> commands() {
    var all = new ArrayList<Extension>(List.of(BuiltIn.values()));
    ServiceLoader.load(Extension.class).forEach(all::add);
    return all;
  }

  private static List<String> words() {
    var words = new ArrayList<String>();
    commands().forEach(it -> words.add(it.word()));
    words.addAll(List.of("help", "version"));
    return words;
  }

  private static String usage() {
    var text = new StringBuilder(USAGE);
    for (Extension it : commands()) {
      text.append(String.format("  %-10s %s%n", it.word(), it.description()));
    }
    text.append("  help       weft help COMMAND shows all options; --version shows the version\n");
    return text.toString();
  }

  /// The words that start this command again in a new JVM.
  public static List<String> again() {
    return again(512);
  }

  /// As above, with a heap of so many megabytes.
  public static List<String> again(long megabytes) {
    var words = new ArrayList<String>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    words.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx" + megabytes + "m"));
    Stream.of("weft.home", RankCommand.CACHE, "java.io.tmpdir")
        .filter(name -> System.getProperty(name) != null)
        .forEach(name -> words.add("-D" + name + "=" + System.getProperty(name)));
    words.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
    return words;
  }

  /// Runs the command `name` with `args`, and returns its exit code.
  public int execute(String name, Callable<Integer> command, List<String> args) {
    CommandLine line = commandLine(name, command);
    line.setOut(new PrintWriter(out, true, out.charset()));
    line.setErr(new PrintWriter(err, true, err.charset()));
    line.setParameterExceptionHandler((e, ignored) -> wrong(e, name));
    line.setExecutionExceptionHandler((e, ignored, result) -> report(e));
    return line.execute(args.toArray(String[]::new));
  }

  /// Parses the arguments of a command up to the first one that is not an option.
  static CommandLine commandLine(String name, Callable<Integer> command) {
    var line = new CommandLine(command).setCommandName("weft " + name);
    line.setStopAtPositional(true);
    line.setExpandAtFiles(false); // --hosts @FILE is an option's value.
    for (Extension it : commands()) {
      if (it.word().equals(name)) {
        it.prepare(line);
      }
    }
    return line;
  }

  private int wrong(ParameterException e, String name) {
    err.println("weft: " + e.getMessage());
    err.println("weft: See weft help " + name + ".");
    return CommandException.USAGE;
  }

  private int help(List<String> args) {
    if (args.isEmpty() || HELP.contains(args.getFirst())) {
      out.print(usage());
      return 0;
    }
    if (!words().contains(args.getFirst())) {
      throw unknown(args.getFirst());
    }
    return dispatch(List.of(args.getFirst(), "--help"));
  }

  private static CommandException unknown(String name) {
    return CommandException.usage(
        "There is no command "
            + name
            + "."
            + KnownNames.suggestion(name, words())
            + " There are: "
            + String.join(", ", words())
            + ".");
  }

  private int version() {
    out.println(
        "weft "
            + versionNumber()
            + ", Java "
            + Runtime.version()
            + ", "
            + System.getProperty("os.name")
            + " "
            + System.getProperty("os.arch"));
    return 0;
  }

  /// The version that the build recorded in this jar.
  public static String versionNumber() {
    try (InputStream in =
        Main.class.getResourceAsStream(
            "/META-INF/maven/io.github.weft-java/weft-cli/pom.properties")) {
      if (in == null) {
        return "(built from sources)";
      }
      var properties = new Properties();
      properties.load(in);
      return properties.getProperty("version", "(unknown)");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
