// SPDX-License-Identifier: Apache-2.0
package weft.bench.pair;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import weft.bench.BenchMachine;
import weft.bench.BenchOptions;
import weft.internal.launch.Transports;
import weft.transport.JobVariables;

/// Starts pairs of ranks.
public final class Parties {
  private final BenchOptions options;

  public Parties(BenchOptions options) {
    this.options = options;
  }

  /// Starts two ranks with `handlers` handlers of one word.
  public Party pair(int handlers) throws IOException {
    return ranks(handlers + " handlers", options.transport(), 2, handlers, Map.of());
  }

  /// Starts two ranks of the same transport without handlers, to measure the transport alone. Their
  /// JVMs load no other sink of records. Ranks that are threads use the benchmark's own rings.
  public Party ring() throws IOException {
    Class<?> program = options.transport().equals("threads") ? PairProgram.class : RingPair.class;
    return ranks("ring", options.transport(), 2, 1, Map.of(), program);
  }

  /// Starts two ranks for one-sided memory.
  public Party memory() throws IOException {
    return ranks("memory", options.transport(), 2, 1, Map.of(), MemoryPair.class);
  }

  /// Starts two ranks whose registered heaps have `bytes` bytes each.
  public Party memory(long bytes) throws IOException {
    Map<String, String> heap = Map.of(JobVariables.HEAP, Long.toString(bytes));
    return ranks("heap of " + bytes, options.transport(), 2, 1, heap, MemoryPair.class);
  }

  /// Starts two ranks that have one handler, and use no other kind of request.
  public Party only() throws IOException {
    return ranks("only rsr1", options.transport(), 2, 1, Map.of());
  }

  /// Starts a pair among `ranks` ranks; the others have sent one message and sleep.
  public Party crowd(int ranks) throws IOException {
    return ranks(ranks + " ranks", options.transport(), ranks, 1, Map.of());
  }

  private Party ranks(
      String name, String transport, int ranks, int handlers, Map<String, String> environment)
      throws IOException {
    return ranks(name, transport, ranks, handlers, environment, PairProgram.class);
  }

  private Party ranks(
      String name,
      String transport,
      int ranks,
      int handlers,
      Map<String, String> environment,
      Class<?> program)
      throws IOException {
    long bytes = program == MemoryPair.class ? MemoryPair.BYTES : PairProgram.BYTES;
    List<String> args = List.of(Integer.toString(handlers), "" + options.seed());
    return start(name, transport, ranks, bytes, program, args, environment);
  }

  /// Starts `ranks` ranks of `program`, whose first argument is the file of `bytes` bytes that they
  /// share with the driver.
  public static Party start(
      String name,
      String transport,
      int ranks,
      long bytes,
      Class<?> program,
      List<String> arguments,
      Map<String, String> environment)
      throws IOException {
    boolean threads = transport.equals("threads");
    return new Party(
        name,
        bytes,
        ranks,
        file -> {
          var variables = new java.util.HashMap<>(environment);
          variables.put(JobVariables.CORES, Integer.toString(BenchMachine.cores()));
          variables.put(JobVariables.STALL, "0");
          var args = new ArrayList<>(List.of(file.toString()));
          args.addAll(arguments);
          return threads
              ? threads(program, ranks, args, variables)
              : processes(transport, program, ranks, args, variables);
        });
  }

  private static int threads(
      Class<?> program, int ranks, List<String> args, Map<String, String> variables)
      throws IOException, InterruptedException {
    var more = new ArrayList<>(args);
    more.addAll(List.of("--weft-ranks", Integer.toString(ranks)));
    return BenchMachine.run(
        BenchMachine.java(BenchMachine.rankFlags(1, 16, 256), program.getName(), more), variables);
  }

  private static int processes(
      String transport,
      Class<?> program,
      int ranks,
      List<String> args,
      Map<String, String> variables) {
    List<String> command =
        BenchMachine.java(
            BenchMachine.rankFlags(ranks, 16, ranks > 4 ? 24 : 256), program.getName(), args);
    return Transports.named(transport).host(Collections.nCopies(ranks, command), variables);
  }
}
