// SPDX-License-Identifier: Apache-2.0
package weft;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import weft.internal.rank.SettingValues;
import weft.internal.rank.Settings;
import weft.memory.ControlLayout;
import weft.memory.HeapLayout;
import weft.memory.RingMemory;
import weft.transport.ForeignLauncher;
import weft.transport.JobSetting;
import weft.transport.JobVariables;
import weft.transport.rings.ThreadsJob;

/// The configuration of a job that no launcher has configured.
///
/// @param ranks the number of ranks
/// @param transport the transport's name: `threads`, `shm`, `mpi`, `tcp`, or that of a
///   [weft.transport.TransportProvider]
/// @param budget bytes of messages that each rank may keep, in its backlog, in reassembly and in
///   libraries such as mobile objects; 0 for the default. The default is the rank's share of a
///   sixteenth of the machine's memory, but at least 64 MiB
/// @param ringBytes bytes of each ring, a power of two from 4096 to 1 GiB; 0 for the default
/// @param heapBytes bytes of each rank's registered heap; 0 for the default, 256 MiB, for which no
///   room is planned
/// @param check the seed of the debug mode of one-sided memory, if it is on
/// @param apart whether ranks cannot access each other's registered memory, as on a cluster
/// @param stall the time after which a standstill is reported; zero for never
/// @param debugRank the rank that waits for a debugger, or −1
/// @param recording the recording of the job
/// @param libraries the settings of libraries ([JobSetting#isOfLibrary]), by variable
/// @param args the program's arguments
public record WeftConfig(
    int ranks,
    String transport,
    long budget,
    long ringBytes,
    long heapBytes,
    OptionalLong check,
    boolean apart,
    Duration stall,
    int debugRank,
    Recording recording,
    Map<String, String> libraries,
    List<String> args) {
  private static final Duration DEFAULT_STALL = Duration.ofNanos(JobVariables.stall(Map.of()));

  /// Checks the values.
  public WeftConfig {
    if (ranks < 1 || ranks > ControlLayout.MAX_RANKS) {
      throw new WeftException(
          "a job of " + ranks + " ranks is not possible; ask for 1 to " + ControlLayout.MAX_RANKS);
    }
    if (ringBytes != 0 && !RingMemory.isPossible(ringBytes)) {
      throw new WeftException(
          "a ring of "
              + ringBytes
              + " bytes is not possible; it must be a power of two from "
              + RingMemory.LEAST_BYTES
              + " to "
              + RingMemory.MOST_BYTES);
    }
    if (heapBytes != 0 && !HeapLayout.isPossible(heapBytes)) {
      throw new WeftException(
          "a registered heap of "
              + heapBytes
              + " bytes is not possible; it must have 1 to "
              + HeapLayout.MAX_BYTES
              + " bytes");
    }
    if (budget != 0 && budget < 1 << 16) {
      throw new WeftException("a budget of " + budget + " bytes is too small; give 65536 or more");
    }
    if (debugRank >= ranks) {
      throw new WeftException("there is no rank " + debugRank + " to debug among " + ranks);
    }
    if (apart && check.isPresent()) {
      throw new WeftException(
          "ranks with --apart cannot access the memory that the debug mode (--check)"
              + " inspects; use only one of the two");
    }
    libraries = Map.copyOf(libraries);
    args = List.copyOf(args);
  }

  /// A configuration with threads, and defaults for the other values.
  public static WeftConfig ofRanks(int ranks) {
    return new WeftConfig(
        ranks,
        ThreadsJob.NAME,
        0,
        0,
        0,
        OptionalLong.empty(),
        false,
        DEFAULT_STALL,
        -1,
        Recording.NONE,
        Map.of(),
        List.of());
  }

  /// The same with another transport.
  public WeftConfig withTransport(String transport) {
    return new WeftConfig(
        ranks, transport, budget, ringBytes, heapBytes, check, apart, stall, debugRank, recording,
        libraries, args);
  }

  /// The same with another budget; 0 for the default.
  public WeftConfig withBudget(long budget) {
    return new WeftConfig(
        ranks, transport, budget, ringBytes, heapBytes, check, apart, stall, debugRank, recording,
        libraries, args);
  }

  /// The same with other rings.
  public WeftConfig withRingBytes(long ringBytes) {
    return new WeftConfig(
        ranks, transport, budget, ringBytes, heapBytes, check, apart, stall, debugRank, recording,
        libraries, args);
  }

  /// The same with a registered heap of `heapBytes` bytes in each rank.
  public WeftConfig withHeap(long heapBytes) {
    return new WeftConfig(
        ranks, transport, budget, ringBytes, heapBytes, check, apart, stall, debugRank, recording,
        libraries, args);
  }

  /// The same in the debug mode of one-sided memory, whose delays come from `seed`.
  public WeftConfig withCheck(long seed) {
    return new WeftConfig(
        ranks,
        transport,
        budget,
        ringBytes,
        heapBytes,
        OptionalLong.of(seed),
        apart,
        stall,
        debugRank,
        recording,
        libraries,
        args);
  }

  /// The same with ranks that cannot access each other's registered memory. One-sided memory and
  /// collectives then use messages, as on a cluster.
  public WeftConfig withApart() {
    return new WeftConfig(
        ranks, transport, budget, ringBytes, heapBytes, check, true, stall, debugRank, recording,
        libraries, args);
  }

  /// The heap, laid out.
  HeapLayout heap() {
    return new HeapLayout(heapBytes == 0 ? HeapLayout.DEFAULT_BYTES : heapBytes, check.isPresent());
  }

  /// The same with another time until a standstill is reported.
  public WeftConfig withStall(Duration stall) {
    return new WeftConfig(
        ranks, transport, budget, ringBytes, heapBytes, check, apart, stall, debugRank, recording,
        libraries, args);
  }

  /// This configuration as environment variables for other processes, where [#of] reads it.
  Map<String, String> variables() {
    var variables = new HashMap<String, String>();
    variables.put(JobVariables.STALL, Double.toString(stall.toNanos() / 1e9));
    if (budget > 0) {
      variables.put(JobVariables.BUDGET, Long.toString(budget));
    }
    if (ringBytes > 0) {
      variables.put(JobVariables.RING, Long.toString(ringBytes));
    }
    if (heapBytes > 0) {
      variables.put(JobVariables.HEAP, Long.toString(heapBytes));
    }
    check.ifPresent(seed -> variables.put(JobVariables.CHECK, Long.toString(seed)));
    if (apart) {
      variables.put(JobVariables.APART, "1");
    }
    variables.putAll(recording.variables());
    variables.putAll(libraries);
    return variables;
  }

  /// The same with a recording: `withRecording(Recording.NONE.withReport(Path.of("out.html")))`.
  public WeftConfig withRecording(Recording recording) {
    return new WeftConfig(
        ranks, transport, budget, ringBytes, heapBytes, check, apart, stall, debugRank, recording,
        libraries, args);
  }

  /// The same with a setting of a library, such as [JobSetting#CHECKPOINT]; the text is what
  /// follows its option.
  ///
  /// @throws WeftException if the text cannot be that of the setting
  public WeftConfig with(JobSetting setting, String text) {
    var more = new HashMap<>(libraries);
    more.put(setting.variable(), Settings.checked(setting, text, setting.runOption()));
    return new WeftConfig(
        ranks, transport, budget, ringBytes, heapBytes, check, apart, stall, debugRank, recording,
        more, args);
  }

  /// The same with other arguments.
  public WeftConfig withArgs(List<String> args) {
    return new WeftConfig(
        ranks, transport, budget, ringBytes, heapBytes, check, apart, stall, debugRank, recording,
        libraries, args);
  }

  /// The configuration from the environment, overridden by the options of [JobSetting] in `args`.
  /// The other arguments are the program's. If `mpirun` or `srun` has started this process, it is a
  /// rank of their job unless another transport is named.
  ///
  /// @throws WeftException for an impossible value; its message says where it was given
  public static WeftConfig of(String[] args, Map<String, String> environment) {
    var options = new Options(environment);
    var rest = new ArrayList<String>();
    for (int i = 0; i < args.length; i++) {
      JobSetting setting = JobSetting.ofOption(args[i]);
      if (!args[i].startsWith(JobSetting.PREFIX)) {
        rest.add(args[i]);
      } else if (setting != null && !setting.hasValue()) {
        options.set(args[i], "1");
      } else if (i + 1 == args.length) {
        throw new WeftException("the option " + args[i] + " needs a value after it");
      } else {
        options.set(args[i], args[++i]);
      }
    }
    return options.config(rest);
  }

  /// The program's arguments in a process that a launcher has started as a rank.
  ///
  /// @throws WeftException when they contain options of a job: its ranks have begun, and these
  ///   would have no effect
  static List<String> argsOfRank(String[] args, Map<String, String> environment) {
    List<String> rest = of(args, environment).args();
    for (String arg : args) {
      JobSetting setting = JobSetting.ofOption(arg);
      if (setting != null) {
        String twin = setting == JobSetting.RANKS ? "-n" : setting.runOption();
        throw new WeftException(
            "the option "
                + arg
                + " comes too late for a job whose ranks have been started; give "
                + twin
                + " to weft run, before the program");
      }
    }
    return rest;
  }

  /// The launch variables, from the environment and from arguments.
  private static final class Options {
    private final SettingValues values;

    Options(Map<String, String> environment) {
      values = new SettingValues(environment);
    }

    void set(String option, String value) {
      JobSetting setting = JobSetting.ofOption(option);
      if (setting == null) {
        throw new WeftException(
            "there is no option " + option + "; the options are " + JobSetting.options());
      }
      values.set(setting.variable(), value, option);
    }

    /// The number of ranks; that of the foreign launcher, if there is one.
    private int ranks(@Nullable ForeignLauncher launcher) {
      int started = launcher == null ? 0 : launcher.size();
      int otherwise = started > 0 ? started : Runtime.getRuntime().availableProcessors();
      int ranks = Math.clamp(values.number(JobVariables.SIZE, otherwise), 0, Integer.MAX_VALUE);
      if (launcher != null && started > 0 && ranks != started) {
        throw new WeftException(
            launcher.name()
                + " has started "
                + started
                + " ranks, and "
                + values.name(JobVariables.SIZE)
                + " asks for "
                + ranks
                + "; leave that out");
      }
      return ranks;
    }

    private Recording recording() {
      return new Recording(
          values.path(JobVariables.REPORT),
          values.path(JobVariables.TRACE),
          values.path(JobVariables.RECORDING),
          Math.clamp(values.number(JobVariables.LAST, 0), -1, 10_000));
    }

    WeftConfig config(List<String> rest) {
      String given = values.all().get(JobVariables.TRANSPORT);
      ForeignLauncher launcher = ForeignLauncher.of(values.all(), given);
      String usual = launcher == null ? ThreadsJob.NAME : launcher.transport();
      String transport = given == null ? usual : given;
      return new WeftConfig(
          ranks(launcher),
          transport,
          values.size(JobVariables.BUDGET),
          values.size(JobVariables.RING),
          values.size(JobVariables.HEAP),
          values.seed(JobVariables.CHECK),
          values.isSet(JobVariables.APART),
          values.seconds(JobVariables.STALL, DEFAULT_STALL),
          Math.clamp(values.number(JobVariables.DEBUG_RANK, -1), -1, Integer.MAX_VALUE),
          recording(),
          values.libraries(),
          rest);
    }
  }
}
