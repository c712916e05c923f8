// SPDX-License-Identifier: Apache-2.0
package weft.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import weft.bench.collective.CollectiveBench;

/// How a benchmark ends that cannot go on.
class MainsTest {
  @TempDir Path folder;

  private final Map<String, String> environment = new HashMap<>();

  private record Ended(int exitCode, String err) {}

  private Process start(String mainClass, String... args) throws IOException {
    List<String> flags =
        List.of("-XX:TieredStopAtLevel=1", "-Djava.io.tmpdir=" + folder.resolve("tmp"));
    Files.createDirectories(folder.resolve("tmp"));
    var builder = new ProcessBuilder(BenchMachine.java(flags, mainClass, List.of(args)));
    builder.environment().putAll(environment);
    return builder.redirectError(folder.resolve("err").toFile()).start();
  }

  private Ended end(Process process) throws IOException, InterruptedException {
    assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
    return new Ended(process.exitValue(), Files.readString(folder.resolve("err")));
  }

  @Test
  void shouldSayInASentenceWhatEndedItWithTheLastWordsOfTheProcess() throws Exception {
    Path weft = folder.resolve("weft");
    Files.writeString(weft, "#!/bin/sh\necho 'weft: no room for rings' >&2\nexit 3\n");
    assertThat(weft.toFile().setExecutable(true)).isTrue();

    Ended ended = end(start(StartBench.class.getName(), "--weft", weft.toString()));

    assertThat(ended.exitCode()).isEqualTo(1);
    assertThat(ended.err())
        .isEqualTo(
            "weft bench start: " + weft + " --help ended with code 3\n  weft: no room for rings\n");
  }

  @Test
  void shouldSayThatThereIsNoTableOfChoices() throws Exception {
    environment.put("WEFT_CHOICES", "/no/such/table");
    Ended ended = end(start(CollectiveBench.class.getName(), "--explain", "broadcast"));

    assertThat(ended.exitCode()).isEqualTo(1);
    assertThat(ended.err())
        .isEqualTo(
            "weft bench collective: WEFT_CHOICES names a table of choices: /no/such/table cannot be"
                + " read: the folder /no/such does not exist; make it, or name another file\n");
  }

  @Test
  void shouldEndOnASignalWithoutAWordAndLeaveNothing() throws Exception {
    Process process = start(Interrupted.class.getName());
    assertThat(process.inputReader().readLine()).isEqualTo("there");
    process.destroy();

    Ended ended = end(process);
    assertThat(ended.exitCode()).isEqualTo(128 + 15);
    assertThat(ended.err()).isEmpty();
    try (var left = Files.list(folder.resolve("tmp"))) {
      assertThat(left).isEmpty();
    }
  }

  /// A benchmark that goes on while its JVM ends: it makes a folder, and sees a process fail.
  static final class Interrupted {
    private Interrupted() {}

    public static void main(String[] args) {
      Thread main = Thread.currentThread();
      // Else the JVM might be gone before anything could be printed.
      Runtime.getRuntime().addShutdownHook(new Thread(() -> join(main)));
      Mains.run(
          "weft bench interrupted",
          () -> {
            System.out.println("there");
            awaitTheEnd();
            throw new BenchException("the pair ended with code 143");
          });
    }

    private static void join(Thread main) {
      try {
        main.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    private static void awaitTheEnd() throws InterruptedException {
      try {
        while (true) {
          Runtime.getRuntime().removeShutdownHook(new Thread());
          Thread.sleep(1);
        }
      } catch (IllegalStateException ending) {
        try {
          BenchMachine.temporary();
        } catch (IllegalStateException expected) {
          // No folder is made then.
        }
      }
    }
  }
}
