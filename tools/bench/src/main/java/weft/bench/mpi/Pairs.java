// SPDX-License-Identifier: Apache-2.0
package weft.bench.mpi;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import weft.bench.BenchMachine;
import weft.bench.PeerProgram;
import weft.bench.Report;
import weft.bench.pair.BenchBoard;
import weft.bench.pair.Party;
import weft.transport.JobVariables;

/// Starts the pairs of processes to compare over MPI, all with the same launcher.
public final class Pairs {
  /// The names of the parties, including the bare exchange in Weft's own two processes.
  static final String WEFT = "Weft";

  static final String JAVA = "Java";
  static final String NEIGHBOURS = "Weft, beside MPI";
  static final String C = "C";

  /// The variable with the hosts of a laboratory.
  public static final String HOSTS = "WEFT_LAB_HOSTS";

  private final Implementation mpi;
  private final List<String> hosts;
  private final Path folder;

  /// Pairs on this machine.
  Pairs(Implementation mpi) {
    this(mpi, List.of(), BenchMachine.sharedMemory());
  }

  /// Pairs on two hosts of the laboratory in which this runs, or else on this machine; empty if
  /// there is no MPI.
  public static Optional<Pairs> find() throws IOException {
    return Implementation.find("").map(mpi -> ofHosts(mpi).orElseGet(() -> new Pairs(mpi)));
  }

  /// The hosts of the laboratory in which this runs; none elsewhere.
  public static List<String> hosts() {
    String text = System.getenv().getOrDefault(HOSTS, "");
    return Stream.of(text.split(",")).filter(host -> !host.isBlank()).toList();
  }

  /// Pairs on two hosts of the laboratory in which this runs, if there is one.
  static Optional<Pairs> ofHosts(Implementation mpi) {
    List<String> hosts = hosts();
    // Each host of a laboratory has its own /dev/shm, but shares the machine's other files.
    Path folder = Path.of(System.getProperty("java.io.tmpdir"));
    return hosts.size() < 2
        ? Optional.empty()
        : Optional.of(new Pairs(mpi, hosts.subList(0, 2), folder));
  }

  /// Whether the two processes of a pair are on different hosts.
  boolean areApart() {
    return !hosts.isEmpty();
  }

  /// Pairs on these two hosts, which share `folder` with this host.
  private Pairs(Implementation mpi, List<String> hosts, Path folder) {
    this.mpi = mpi;
    this.hosts = hosts;
    this.folder = folder;
  }

  /// Starts two ranks of Weft for which MPI carries all records, with additional `variables`. They
  /// also make the same MPI calls without Weft.
  Party weft(Map<String, String> variables) throws IOException {
    var all = new HashMap<>(variables);
    all.put(JobVariables.NETWORK_ONLY, "1");
    return weft(WEFT, all);
  }

  /// Starts two ranks of Weft with default settings: ranks of one host use shared rings beside MPI.
  Party neighbours() throws IOException {
    return weft(NEIGHBOURS, Map.of());
  }

  private Party weft(String name, Map<String, String> variables) throws IOException {
    return ranks(name, WeftPair.class, List.of(), variables);
  }

  /// Two ranks of `program`, whose first argument is the file that they share with the driver.
  public Party ranks(
      String name, Class<?> program, List<String> arguments, Map<String, String> variables)
      throws IOException {
    var all = new HashMap<>(variables);
    all.put(JobVariables.TRANSPORT, "mpi");
    all.put(JobVariables.STALL, "0");
    all.put(JobVariables.CORES, Integer.toString(BenchMachine.cores()));
    return new Party(
        name,
        folder,
        BenchBoard.BYTES,
        2,
        file ->
            mpi.run(
                BenchMachine.java(
                    BenchMachine.rankFlags(2, 16, 256),
                    program.getName(),
                    Stream.concat(Stream.of(file.toString()), arguments.stream()).toList()),
                hosts,
                all));
  }

  /// Starts the C program.
  Optional<Party> c(Report report) throws IOException, InterruptedException {
    Optional<PeerProgram> compiled = PeerProgram.compile(report, mpi.compiler(), "mpi_peer");
    if (compiled.isEmpty()) {
      return Optional.empty();
    }
    PeerProgram peer = compiled.get();
    return Optional.of(
        new Party(
            C,
            folder,
            BenchBoard.BYTES,
            2,
            file -> {
              try {
                return mpi.run(
                    List.of(peer.program().toString(), file.toString()), hosts, Map.of());
              } finally {
                peer.delete();
              }
            }));
  }
}
