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
/// @param transport the transport's name: `threads`, `shm`, `mpi`, `tcp`, `ucx`, or that of a
///   [weft.transport.TransportProvider]
/// @param settings the texts of the other settings of [JobSetting] that were given, by variable
/// @param recording the recording of the job
/// @param args the program's arguments
public record WeftConfig(
    int ranks,
    String transport,
    Map<String, String> settings,
    Recording recording,
    List<String> args) {
  private static final Duration DEFAULT_STALL = Duration.ofNanos(JobVariables.stall(Map.of()));

  /// Checks the values.
  public WeftConfig {
    if (ranks < 1 || ranks > ControlLayout.MAX_RANKS) {
      throw new WeftException(
          "a job of " + ranks + " ranks is not possible; ask for 1 to " + ControlLayout.MAX_RANKS);
    }
    settings = Map.copyOf(settings);
    args = List.copyOf(args);
    var values = new SettingValues(settings);
    long ringBytes = values.bytes(JobVariables.RING, 0);
    if (ringBytes != 0 && !RingMemory.isPossible(ringBytes)) {
      throw new WeftException(
          "a ring of "
              + ringBytes
              + " bytes is not possible; it must be a power of two from "
              + RingMemory.LEAST_BYTES
              + " to "
              + RingMemory.MOST_BYTES);
    }
    long heapBytes = values.bytes(JobVariables.HEAP, 0);
    if (heapBytes != 0 && !HeapLayout.isPossible(heapBytes)) {
      throw new WeftException(
          "a registered heap of "
              + heapBytes
              + " bytes is not possible; it must have 1 to "
              + HeapLayout.MAX_BYTES
              + " bytes");
    }
    long budget = values.bytes(JobVariables.BUDGET, 0);
    if (budget != 0 && budget < 1 << 16) {
      throw new WeftException("a budget of " + budget + " bytes is too small; give 65536 or more");
    }
    long debugRank = values.number(JobVariables.DEBUG_RANK, -1);
    if (debugRank >= ranks) {
      throw new WeftException("there is no rank " + debugRank + " to debug among " + ranks);
    }
    if (values.isSet(JobVariables.APART) && values.seed(JobVariables.CHECK).isPresent()) {
      throw new WeftException(
          "ranks with --apart cannot access the memory that the debug mode (--check)"
              + " inspects; use only one of the two");
    }
  }

  /// A configuration with threads, and defaults for the other values.
  public static WeftConfig ofRanks(int ranks) {
    return new WeftConfig(ranks, ThreadsJob.NAME, Map.of(), Recording.NONE, List.of());
  }

  /// The same with another transport.
  public WeftConfig withTransport(String transport) {
    return new WeftConfig(ranks, transport, settings, recording, args);
  }

  /// The same with another setting, such as [JobSetting#CHECKPOINT]; the text is what follows its
  /// option.
  ///
  /// @throws WeftException if the text cannot be that of the setting
  public WeftConfig with(JobSetting setting, String text) {
    String plain = SettingValues.checked(setting, text, setting.runOption());
    return plain == null ? without(setting) : with(setting.variable(), plain);
  }

  private WeftConfig with(String variable, String text) {
    var more = new HashMap<>(settings);
    more.put(variable, text);
    return new WeftConfig(ranks, transport, more, recording, args);
  }

  private WeftConfig without(JobSetting setting) {
    var fewer = new HashMap<>(settings);
    fewer.remove(setting.variable());
    return new WeftConfig(ranks, transport, fewer, recording, args);
  }

  private WeftConfig withSize(JobSetting setting, long bytes) {
    return bytes == 0 ? without(setting) : with(setting, Long.toString(bytes));
  }

  private SettingValues values() {
    return new SettingValues(settings);
  }

  /// Bytes of messages that each rank may keep, in its backlog, in reassembly and in libraries such
  /// as mobile objects; 0 for the default: the rank's share of a sixteenth of the machine's memory,
  /// but at least 64 MiB.
  public long budget() {
    return values().bytes(JobVariables.BUDGET, 0);
  }

  /// The same with another budget; 0 for the default.
  public WeftConfig withBudget(long budget) {
    return withSize(JobSetting.BUDGET, budget);
  }

  /// Bytes of each ring, a power of two from 4096 to 1 GiB; 0 for the default.
  public long ringBytes() {
    return values().bytes(JobVariables.RING, 0);
  }

  /// The same with other rings; 0 for the default.
  public WeftConfig withRingBytes(long ringBytes) {
    return withSize(JobSetting.RING, ringBytes);
  }

  /// Bytes of each rank's registered heap; 0 for the default, 256 MiB, for which no room is
  /// planned.
  public long heapBytes() {
    return values().bytes(JobVariables.HEAP, 0);
  }

  /// The same with a registered heap of `heapBytes` bytes in each rank; 0 for the default.
  public WeftConfig withHeap(long heapBytes) {
    return withSize(JobSetting.HEAP, heapBytes);
  }

  /// The heap, laid out.
  HeapLayout heap() {
    long bytes = heapBytes();
    return new HeapLayout(bytes == 0 ? HeapLayout.DEFAULT_BYTES : bytes, check().isPresent());
  }

  /// The seed of the debug mode of one-sided memory, if it is on.
  public OptionalLong check() {
    return values().seed(JobVariables.CHECK);
  }

  /// The same in the debug mode of one-sided memory, whose delays come from `seed`.
  public WeftConfig withCheck(long seed) {
    return with(JobSetting.CHECK, Long.toString(seed));
  }

  /// Whether ranks cannot access each other's registered memory, as on a cluster.
  public boolean apart() {
    return values().isSet(JobVariables.APART);
  }

  /// The same with ranks that cannot access each other's registered memory. One-sided memory and
  /// collectives then use messages, as on a cluster.
  public WeftConfig withApart() {
    return with(JobSetting.APART, "1");
  }

  /// The time after which a standstill is reported; zero for never.
  public Duration stall() {
    return values().seconds(JobVariables.STALL, DEFAULT_STALL);
  }

  /// The same with another time until a standstill is reported.
  public WeftConfig withStall(Duration stall) {
    return with(JobSetting.STALL, Double.toString(stall.toNanos() / 1e9));
  }

  /// The rank that waits for a debugger, or −1.
  public int debugRank() {
    return Math.clamp(values().number(JobVariables.DEBUG_RANK, -1), -1, Integer.MAX_VALUE);
  }

  /// The same with a recording: `withRecording(Recording.NONE.withReport(Path.of("out.html")))`.
  public WeftConfig withRecording(Recording recording) {
    return new WeftConfig(ranks, transport, settings, recording, args);
  }

  /// The same with other arguments.
  public WeftConfig withArgs(List<String> args) {
    return new WeftConfig(ranks, transport, settings, recording, args);
  }

  /// This configuration as environment variables for other processes, where [#of] reads it.
  Map<String, String> variables() {
    var variables = new HashMap<>(settings);
    variables.putAll(recording.variables());
    return variables;
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
      return new WeftConfig(ranks(launcher), transport, values.given(), recording(), rest);
    }
  }
}
