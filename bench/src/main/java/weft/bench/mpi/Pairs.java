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

/// Starts pairs of processes over MPI, all by the same launcher.
public final class Pairs {
  /// Their names, and that of the bare exchange in Weft's own two.
  static final String WEFT = "Weft";

  static final String JAVA = "Java";
  static final String NEIGHBOURS = "Weft, beside MPI";
  static final String C = "C";

  /// What says which hosts of a laboratory there are.
  public static final String HOSTS = "WEFT_LAB_HOSTS";

  private final Implementation mpi;
  private final List<String> hosts;
  private final Path folder;

  /// On this machine.
  Pairs(Implementation mpi) {
    this(mpi, List.of(), BenchMachine.sharedMemory());
  }

  /// On two hosts of the laboratory that this is run in, else on this machine; empty if there is no
  /// MPI.
  public static Optional<Pairs> find() throws IOException {
    return Implementation.find("").map(mpi -> ofHosts(mpi).orElseGet(() -> new Pairs(mpi)));
  }

  /// The hosts of the laboratory that this is run in; none elsewhere.
  public static List<String> hosts() {
    String text = System.getenv().getOrDefault(HOSTS, "");
    return Stream.of(text.split(",")).filter(host -> !host.isBlank()).toList();
  }

  /// On two hosts of the laboratory that this is run in, if there are any.
  static Optional<Pairs> ofHosts(Implementation mpi) {
    List<String> hosts = hosts();
    // Hosts of a laboratory have each their own /dev/shm, and the machine's other files.
    Path folder = Path.of(System.getProperty("java.io.tmpdir"));
    return hosts.size() < 2
        ? Optional.empty()
        : Optional.of(new Pairs(mpi, hosts.subList(0, 2), folder));
  }

  /// Whether the two processes of a pair are on different hosts.
  boolean areApart() {
    return !hosts.isEmpty();
  }

  /// On these two hosts, which share `folder` with this one.
  private Pairs(Implementation mpi, List<String> hosts, Path folder) {
    this.mpi = mpi;
    this.hosts = hosts;
    this.folder = folder;
  }

  /// Two ranks of Weft that MPI carries everything for; `variables` are theirs besides. They make
  /// the same MPI calls without Weft, too.
  Party weft(Map<String, String> variables) throws IOException {
    var all = new HashMap<>(variables);
    all.put(JobVariables.MPI_ONLY, "1");
    return weft(WEFT, all);
  }

  /// Two ranks of Weft as a program has them: those of one host talk beside MPI.
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

  /// The C program.
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
