// SPDX-License-Identifier: Apache-2.0
package weft.bench.peers;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import weft.bench.BenchException;
import weft.bench.BenchMachine;
import weft.bench.Report;
import weft.transport.job.TemporaryFolder;

/// Stores of other libraries, beside which `weft bench outofcore` measures Weft's.
public final class StorePeers {
  /// Their names, in the order of the figures.
  public static final List<String> NAMES = List.of("RocksDB", "MVStore");

  private static final PeerKind KIND =
      new PeerKind(
          "stores",
          List.of("StorePeer"),
          List.of("org.rocksdb:rocksdbjni:10.10.1.1:linux64", "com.h2database:h2-mvstore:2.3.232"),
          null,
          List.of(),
          List.of(),
          false);

  private final String classPath;

  private StorePeers(String classPath) {
    this.classPath = classPath;
  }

  /// Fetches and compiles them. Without Maven or a network the report says that they are left out.
  public static @Nullable StorePeers open(Report report) throws IOException, InterruptedException {
    try {
      return new StorePeers(PeerSources.compile(KIND, BenchMachine.temporary()));
    } catch (BenchException e) {
      report.say("RocksDB and MVStore are left out: " + e.getMessage());
      return null;
    }
  }

  /// The seconds to put an object and to get it, for each of [#NAMES]. Each runs in a JVM of its
  /// own, with files in `folder`.
  public List<double[]> times(Path folder, int rounds, int count, int bytes)
      throws IOException, InterruptedException {
    List<double[]> all = new ArrayList<>();
    for (String name : NAMES) {
      Path files = Files.createTempDirectory(folder, ".weft-bench");
      try {
        List<String> command =
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                classPath,
                KIND.program(),
                name.toLowerCase(Locale.ROOT),
                files.toString(),
                String.valueOf(rounds),
                String.valueOf(count),
                String.valueOf(bytes));
        Process process =
            new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
          throw new BenchException(name + " has failed");
        }
        String[] nanos = out.strip().split(" ", -1);
        all.add(new double[] {Long.parseLong(nanos[0]) * 1e-9, Long.parseLong(nanos[1]) * 1e-9});
      } finally {
        TemporaryFolder.delete(files);
      }
    }
    return all;
  }
}
