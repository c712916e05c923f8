// SPDX-License-Identifier: Apache-2.0
package weft.cli.project;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import weft.transport.job.Shell;

/// The commands that compile and run a new project, as they work here: with the JDK that runs this
/// command, and with the `weft` that the user has called.
final class NextSteps {
  /// The system property with the path of `weft`; it sets that itself.
  private static final String COMMAND = "weft.command";

  private record Step(String command, String remark) {}

  private final Map<String, String> environment;
  private final Path home;
  private final PrintStream out;

  NextSteps(Map<String, String> environment, String home, PrintStream out) {
    this.environment = environment;
    this.home = Path.of(home);
    this.out = out;
  }

  /// Prints the steps for the project `name` in `folder`, which needs this version of Weft.
  void print(Path folder, String name, String version) {
    var steps = new ArrayList<Step>();
    String weft = System.getProperty(COMMAND, "weft");
    if (!isInstalled(version) && System.getProperty(COMMAND) != null) {
      steps.add(
          new Step(Shell.quote(weft) + " install", "puts Weft into the local Maven repository"));
    }
    if (!isHere(environment.get("JAVA_HOME"))) {
      steps.add(new Step("export JAVA_HOME=" + Shell.quote(home.toString()), "for Maven"));
    }
    steps.add(new Step("cd " + Shell.quote(folder.toString()), ""));
    steps.add(new Step("mvn -q package", "compiles it and runs its test"));
    steps.add(new Step(java() + " -jar target/" + name + ".jar --weft-ranks 2", "runs it"));
    Path known = Shell.find("weft");
    boolean isOnPath = known != null && isSame(known, Path.of(weft));
    steps.add(
        new Step(
            (isOnPath ? "weft" : Shell.quote(weft)) + " run -n 2 target/" + name + ".jar",
            "too, with all options"));
    out.println("There is a project in " + folder + " now. Go on with:");
    int width = steps.stream().mapToInt(it -> it.command.length()).max().orElse(0);
    for (Step step : steps) {
      out.println(
          "  "
              + (step.command + " ".repeat(width + 2 - step.command.length()) + step.remark)
                  .strip());
    }
  }

  private String java() {
    Path known = Shell.find("java");
    return known != null && isSame(known, home.resolve("bin/java"))
        ? "java"
        : "$JAVA_HOME/bin/java";
  }

  private boolean isHere(@Nullable String other) {
    return other != null && !other.isEmpty() && isSame(Path.of(other), home);
  }

  private static boolean isSame(Path one, Path other) {
    try {
      return Files.isSameFile(one, other);
    } catch (IOException e) {
      return false;
    }
  }

  /// Whether the usual local repository of Maven has Weft.
  private static boolean isInstalled(String version) {
    Path maven = Path.of(System.getProperty("user.home", ""), ".m2/repository");
    List<String> parts = List.of("io/github/weft-java/weft-bom", version);
    return Files.isDirectory(maven.resolve(String.join("/", parts)));
  }
}
