// SPDX-License-Identifier: Apache-2.0
package weft.system.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;
import weft.system.Alike;
import weft.testkit.MpiInstallations;
import weft.testkit.Patience;
import weft.testkit.Sampled;
import weft.transport.job.Shell;

/// `weft top`, `weft jobs ID --json` and `weft stop`, over each transport and for a job inside of
/// another program.
@Sampled
final class TopTest {
  /// Rank 0 sends to rank 1, which is slow to take; rank 2 waits for a message that never comes.
  private static final String PROGRAM =
      """
      import weft.Weft;
      import weft.WeftConfig;
      import weft.World;

      public class Busy {
        public static void main(String[] args) {
          if (args.length > 0 && args[0].equals("embedded")) {
            try (var job = Weft.open(WeftConfig.ofRanks(3))) {
              job.run(Busy::rank);
            }
          } else {
            Weft.launch(args, Busy::rank);
          }
        }

        static void rank(World world) {
          var none = world.rsr0("none", source -> {});
          var bytes = world.rsrN("bytes", (source, payload) -> {});
          world.start();
          if (world.rank() == 0) System.out.println("all are here");
          if (world.rank() == 1) {
            world.heap().allocate(4096);
          }
          if (world.rank() == 0) {
            for (var data = new byte[1000]; ; ) {
              bytes.send(1, data);
              none.send(1);
            }
          }
          world.pollUntil(() -> false);
        }
      }
      """;

  private static final Pattern ROW =
      Pattern.compile(
          " *(\\d) +(\\d+) +(\\d+) +(\\d+ [kM]?B) +(\\d+)% (.{28}) +(\\d+ [kM]?B) +(\\d+ [kM]?B)"
              + " +(\\d+ [kM]?B)");

  @TempDir Path folder;
  private Weft weft;
  private Path classes;

  @BeforeEach
  void makeFolder() throws Exception {
    weft = new Weft(folder);
    classes = Programs.classes(folder, "Busy", PROGRAM);
  }

  private Weft.Running begin(String transport) throws Exception {
    Weft.Running running;
    if (transport.equals("embedded")) {
      running = weft.classes(classes).beginMain("Busy", "embedded");
    } else {
      var line = new ArrayList<>(List.of("run", "--java-heap", "64m", "-cp", classes.toString()));
      line.addAll(List.of("-n", "3", "--transport", transport.replaceAll(" .*", "")));
      if (transport.startsWith("mpi ")) {
        line.addAll(List.of("--mpi", transport.substring(4)));
        Optional<String> missing = MpiInstallations.missing(transport.substring(4));
        assumeTrue(missing.isEmpty(), () -> missing.orElse(""));
      }
      line.add("Busy");
      running = weft.begin(line.toArray(String[]::new));
    }
    running.awaitOutput("all are here");
    return running;
  }

  /// Its name, once it can be found: other jobs of this user are elsewhere.
  private String id() throws Exception {
    var found = new String[1];
    Weft.await(
        "the job in the list",
        () -> {
          Matcher line =
              Pattern.compile("(?m)^([0-9a-f]{12}) +3 .*Busy").matcher(weft.run("jobs").out());
          boolean is = line.find();
          found[0] = is ? line.group(1) : "";
          return is;
        });
    return found[0];
  }

  @Alike({"threads", "shm", "mpi openmpi", "mpi mpich", "embedded"})
  void aJobIsWatchedAskedAndStopped(String transport) throws Exception {
    Weft.Running running = begin(transport);
    String id = "";
    try {
      id = id();
      checkJson(id);
      checkTop(id);
      checkPage(id);
      var stop = weft.run("stop", id);
      assertThat(stop.err()).isEmpty();
      assertThat(stop.out()).isEqualTo("job " + id + " has ended.\n");
      assertThat(stop.exitCode()).isZero();
      // As after kill -TERM: no report of a failure.
      var end = running.end();
      assertThat(end.exitCode()).isEqualTo(143);
      assertThat(end.err()).isEmpty();
    } finally {
      running.signal("KILL");
      running.end();
    }
    // Other tests' jobs may run.
    assertThat(weft.run("jobs").out()).doesNotContain(id);
    assertThat(weft.leftovers()).isEmpty();
  }

  private void checkJson(String id) throws Exception {
    var result = weft.run("jobs", id, "--json");
    assertThat(result.exitCode()).as(result.err()).isZero();
    JsonNode job = new ObjectMapper().readTree(result.out());
    assertThat(job.get("job").stringValue()).isEqualTo(id);
    assertThat(job.get("size").intValue()).isEqualTo(3);
    assertThat(job.get("program").stringValue()).contains("Busy");
    JsonNode ranks = job.get("ranks");
    assertThat(ranks.size()).isEqualTo(3);
    for (int rank = 0; rank < 3; rank++) {
      assertThat(ranks.get(rank).get("rank").intValue()).isEqualTo(rank);
      assertThat(ranks.get(rank).get("javaHeap").longValue()).isPositive();
    }
    assertThat(ranks.get(0).get("sent").longValue()).isPositive();
    assertThat(ranks.get(0).get("bytesSent").longValue()).isPositive();
    assertThat(ranks.get(1).get("bytesReceived").longValue()).isPositive();
    assertThat(ranks.get(2).get("line").stringValue()).isEqualTo("Busy.java:30");
    assertThat(ranks.get(2).get("seconds").doubleValue()).isGreaterThanOrEqualTo(0);
    assertThat(ranks.get(1).get("heap").longValue()).isGreaterThanOrEqualTo(4096);
    assertThat(ranks.get(2).get("state").stringValue()).isEqualTo("waits");
    assertThat(ranks.get(2).get("call").stringValue()).isEqualTo("World.pollUntil");
    assertThat(ranks.get(2).get("text").stringValue()).contains("Busy.java:30");
  }

  private void checkPage(String id) throws Exception {
    var top = weft.run("top", id, "--count", "2", "--interval", "0.2", "--report", "top.html");
    assertThat(top.exitCode()).as(top.err()).isZero();
    assertThat(top.out()).startsWith("weft: writes top.html").doesNotContain("RANK");
    assertThat(Files.readString(folder.resolve("top.html")))
        .contains("job " + id, "3 ranks", "rank 2", "World.pollUntil", "waiting")
        .contains("Messages sent and received");
  }

  private void checkTop(String id) throws Exception {
    var top = weft.run("top", id, "--count", "3", "--interval", "0.3");
    assertThat(top.exitCode()).as(top.err()).isZero();
    List<String> lines = top.outLines();
    assertThat(lines.stream().filter(line -> line.startsWith("job " + id + ", 3 ranks: ")))
        .hasSize(3);
    // The last table: the ranks that send and receive come before the one that does not.
    List<String> last = lines.subList(lines.size() - 4, lines.size() - 1);
    var ranks = new ArrayList<Integer>();
    for (String line : last) {
      Matcher row = ROW.matcher(line);
      assertThat(row.matches()).as(line).isTrue();
      int rank = Integer.parseInt(row.group(1));
      ranks.add(rank);
      switch (rank) {
        case 0 -> assertThat(Long.parseLong(row.group(2))).isPositive();
        case 1 -> {
          assertThat(Long.parseLong(row.group(3))).isPositive();
          assertThat(row.group(8)).isNotEqualTo("0 B");
        }
        default -> {
          assertThat(row.group(5)).isEqualTo("100");
          assertThat(row.group(6).strip()).isEqualTo("World.pollUntil");
        }
      }
      assertThat(row.group(9)).isNotEqualTo("0 B");
    }
    assertThat(ranks).containsExactlyInAnyOrder(0, 1, 2);
    assertThat(ranks.getLast()).isEqualTo(2);
  }

  @Test
  void keysPauseAndQuit() throws Exception {
    assumeTrue(Shell.find("script") != null, "there is no script (of util-linux) here");
    Weft.Running running = begin("threads");
    try {
      String id = id();
      // Only a terminal has keys: script makes one.
      String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
      String line =
          "'%s' -Djava.io.tmpdir='%s' -cp '%s' weft.cli.Main top %s --interval 0.1"
              .formatted(java, folder.resolve("tmp"), Weft.jars(), id);
      Path screen = folder.resolve("screen");
      var builder = new ProcessBuilder("script", "-q", "-e", "-c", line, "/dev/null");
      builder.environment().put("XDG_RUNTIME_DIR", folder.resolve("tmp").toString());
      builder.redirectOutput(screen.toFile()).redirectErrorStream(true);
      Process top = builder.start();
      try (OutputStream keys = top.getOutputStream()) {
        Weft.await("two tables", () -> Files.readString(screen).split("RANK").length > 2);
        keys.write('p');
        keys.flush();
        Weft.await("the pause", () -> Files.readString(screen).contains("paused; p continues"));
        int before = Files.readString(screen).split("RANK").length;
        keys.write('p');
        keys.flush();
        Weft.await("more tables", () -> Files.readString(screen).split("RANK").length > before);
        keys.write('q');
        keys.flush();
        assertThat(Patience.await(top, Duration.ofSeconds(60)))
            .as(Files.readString(screen))
            .isTrue();
      } finally {
        top.descendants().forEach(ProcessHandle::destroyForcibly);
        top.destroyForcibly().waitFor();
      }
      assertThat(top.exitValue()).as(Files.readString(screen)).isZero();
      assertThat(running.process().isAlive()).isTrue();
    } finally {
      running.signal("TERM");
      running.end();
    }
  }

  @Test
  void whatCannotBeIsSaid() throws Exception {
    for (String command : List.of("top", "stop")) {
      var result = weft.run(command, "ffff");
      assertThat(result.exitCode()).isEqualTo(2);
      assertThat(result.err()).startsWith("weft: No job ffff runs.");
    }
    // Other tests' jobs may run: with one of them this would print what it does.
    assertThat(weft.run("jobs", "--json").err())
        .matches("(?s)(weft: (No job runs|Several jobs run).*)?");
    var interval = weft.run("top", "--interval", "0");
    assertThat(interval.exitCode()).isEqualTo(2);
    assertThat(interval.err()).contains("--interval must be from 0.1 to 3600 seconds.");
  }
}
