// SPDX-License-Identifier: Apache-2.0
package weft.bench.carried;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import weft.bench.BenchMachine;
import weft.bench.PeerProgram;
import weft.bench.Report;
import weft.bench.pair.BenchBoard;
import weft.bench.pair.Party;
import weft.internal.launch.Transports;
import weft.transport.JobVariables;

/// Starts the pairs of processes to compare over one lower layer: on this machine, or on two hosts
/// of the laboratory in which this runs.
public final class Pairs {
  /// The names of the parties, including the bare exchange in Weft's own two processes.
  static final String WEFT = "Weft";

  static final String BARE = "Java";
  static final String NEIGHBOURS = "Weft, beside MPI";
  static final String C = "C";

  /// The variable with the hosts of a laboratory.
  public static final String HOSTS = "WEFT_LAB_HOSTS";

  private final LowerLayer layer;
  private final @Nullable Implementation mpi;
  private final List<String> hosts;

  /// @param mpi starts what uses MPI; null if there is none
  Pairs(LowerLayer layer, @Nullable Implementation mpi) {
    this.layer = layer;
    this.mpi = mpi;
    List<String> all = hosts();
    this.hosts = all.size() < 2 ? List.of() : all.subList(0, 2);
  }

  /// Pairs over MPI; empty if there is none.
  public static Optional<Pairs> find() throws IOException {
    return Implementation.find("").map(mpi -> new Pairs(LowerLayer.MPI, mpi));
  }

  /// The hosts of the laboratory in which this runs; none elsewhere.
  public static List<String> hosts() {
    String text = System.getenv().getOrDefault(HOSTS, "");
    return Stream.of(text.split(",")).filter(host -> !host.isBlank()).toList();
  }

  /// Whether the two processes of a pair are on different hosts.
  boolean areApart() {
    return !hosts.isEmpty();
  }

  /// Each host of a laboratory has its own /dev/shm, but shares the machine's other files.
  private Path folder() {
    return areApart() ? Path.of(System.getProperty("java.io.tmpdir")) : BenchMachine.sharedMemory();
  }

  /// Starts two ranks of Weft for which the layer carries all records. They also make the same
  /// calls without Weft.
  Party weft() throws IOException {
    return weft(WEFT, Map.of(JobVariables.NETWORK_ONLY, "1"));
  }

  /// Starts two ranks of Weft with default settings: ranks of one host use shared rings beside MPI.
  Party neighbours() throws IOException {
    return weft(NEIGHBOURS, Map.of());
  }

  private Party weft(String name, Map<String, String> variables) throws IOException {
    return ranks(
        name, WeftPair.class, List.of(layer.name(), Boolean.toString(areApart())), variables);
  }

  /// Two ranks of `program`, whose first argument is the file that they share with the driver.
  public Party ranks(
      String name, Class<?> program, List<String> arguments, Map<String, String> variables)
      throws IOException {
    var all = new HashMap<>(layer.variables(areApart()));
    all.putAll(variables);
    all.put(JobVariables.TRANSPORT, layer.transport);
    all.put(JobVariables.STALL, "0");
    all.put(JobVariables.CORES, Integer.toString(BenchMachine.cores()));
    return new Party(
        name,
        folder(),
        BenchBoard.BYTES,
        2,
        file -> {
          List<String> command =
              BenchMachine.java(
                  BenchMachine.rankFlags(2, 16, 256),
                  program.getName(),
                  Stream.concat(Stream.of(file.toString()), arguments.stream()).toList());
          return layer == LowerLayer.MPI ? byMpi(command, all) : byWeft(command, all);
        });
  }

  private int byMpi(List<String> command, Map<String, String> variables) throws Exception {
    return Objects.requireNonNull(mpi).run(command, hosts, variables);
  }

  private int byWeft(List<String> command, Map<String, String> variables) {
    if (areApart()) {
      variables.put(JobVariables.HOSTS, String.join(",", hosts));
    }
    return Transports.named(layer.transport).host(List.of(command, command), variables);
  }

  /// Starts the C program, whose MPI uses the layer, if there is an MPI.
  Optional<Party> c(Report report) throws IOException, InterruptedException {
    Implementation mpi = this.mpi;
    Map<String, String> variables = layer.variablesOfC();
    if (variables == null) {
      return Optional.empty();
    }
    if (mpi == null) {
      report.say("MPI from C is left out: there is no mpirun or no mpicc on the PATH.");
      return Optional.empty();
    }
    Optional<PeerProgram> compiled = PeerProgram.compile(report, mpi.compiler(), "mpi_peer");
    if (compiled.isEmpty()) {
      return Optional.empty();
    }
    PeerProgram peer = compiled.get();
    return Optional.of(
        new Party(
            C,
            folder(),
            BenchBoard.BYTES,
            2,
            file -> {
              try {
                return mpi.run(
                    List.of(peer.program().toString(), file.toString()), hosts, variables);
              } finally {
                peer.delete();
              }
            }));
  }
}
