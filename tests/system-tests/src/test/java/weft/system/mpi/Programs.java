// SPDX-License-Identifier: Apache-2.0
package weft.system.mpi;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Source files that the tests of this package run, and how `java` runs them without `weft`.
final class Programs {
  /// Passes a number around, and does at the end what its argument says.
  static final String RING =
      """
      import weft.*;

      void main(String[] args) {
        Weft.launch(args, world -> {
          var hops = new long[1];
          Rsr1 pass = world.rsr1("pass", (source, n) -> hops[0] = n);
          world.start();
          if (world.rank() == 0) pass.send(world.next(), 1);
          world.pollUntil(() -> hops[0] != 0);
          if (world.rank() != 0) pass.send(world.next(), hops[0] + 1);
          world.quiesce();
          String way = world.args().isEmpty() ? "" : world.args().getFirst();
          IO.println("rank " + world.rank() + " of " + world.size() + " over " + world.transport()
              + ": " + hops[0] + (way.equals("wait") ? " pid " + ProcessHandle.current().pid() : ""));
          switch (way) {
            case "exit" -> { if (world.rank() == 1) System.exit(7); }
            case "throw" -> { if (world.rank() == 1) throw new IllegalStateException("the dog ate it"); }
            case "read" -> { if (world.rank() == 0) IO.println("read " + IO.readln()); }
            default -> { }
          }
          if (!way.isEmpty() && !way.equals("read")) world.pollUntil(() -> false);
        });
      }
      """;

  private Programs() {}

  /// `java` with Weft's jars, but for those whose name begins with `without`.
  static List<String> java(String without, String program) throws IOException {
    Path lib = Path.of(System.getProperty("weft.home")).resolve("lib").toAbsolutePath();
    try (Stream<Path> files = Files.list(lib)) {
      String path =
          files
              .filter(f -> without.isEmpty() || !f.getFileName().toString().startsWith(without))
              .map(Path::toString)
              .sorted()
              .collect(Collectors.joining(":"));
      return new ArrayList<>(
          List.of(
              Path.of(System.getProperty("java.home"), "bin", "java").toString(),
              "-Xmx200m",
              "-XX:+UseSerialGC",
              "-XX:TieredStopAtLevel=1",
              "--enable-native-access=ALL-UNNAMED",
              "-cp",
              path,
              program));
    }
  }
}
