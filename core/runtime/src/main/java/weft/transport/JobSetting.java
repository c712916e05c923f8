// SPDX-License-Identifier: Apache-2.0
package weft.transport;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The settings that a user can give for a job, each described once. A program takes it as an
/// option (`--weft-heap 1g`), `weft run` takes it before the program (`--heap 1g`), and both take
/// it from an environment variable (`WEFT_HEAP=1g`). Help, parsing and the guide's tables follow
/// these descriptions.
public enum JobSetting {
  /// The number of ranks.
  RANKS(
      JobVariables.SIZE,
      "ranks",
      Kind.NUMBER,
      "N",
      "The number of ranks; one for each core unless given."),
  /// The transport.
  TRANSPORT(
      JobVariables.TRANSPORT,
      "transport",
      Kind.NAME,
      "NAME",
      "shm: a process for each rank (unless given, on Linux). threads: all in one JVM. mpi:"
          + " processes that mpirun starts, on several hosts too. tcp: the same by ssh alone."
          + " ucx: as tcp, over the network library UCX."),
  /// The memory for messages that a rank keeps.
  BUDGET(
      JobVariables.BUDGET,
      "budget",
      Kind.SIZE,
      "SIZE",
      "The memory for messages that each rank keeps; unless given a sixteenth of the"
          + " machine's memory, shared by its ranks, and at least 64m each."),
  /// The size of a ring.
  RING(
      JobVariables.RING,
      "ring",
      Kind.SIZE,
      "SIZE",
      "Each ring between two ranks, a power of two from 4k to 1g."),
  /// The size of the registered heap.
  HEAP(
      JobVariables.HEAP,
      "heap",
      Kind.SIZE,
      "SIZE",
      "Registered memory of each rank; 256m unless given, stored as it is used."),
  /// The debug mode of one-sided memory.
  CHECK(
      JobVariables.CHECK,
      "check",
      Kind.SEED,
      "SEED",
      "Delay and reorder one-sided traffic at random, and report its misuse."),
  /// Ranks without access to each other's memory.
  APART(
      JobVariables.APART,
      "apart",
      Kind.SWITCH,
      null,
      "Ranks cannot access each other's registered memory, as on a cluster."),
  /// The time until a standstill is reported.
  STALL(
      JobVariables.STALL,
      "stall",
      Kind.SECONDS,
      "SECONDS",
      "Report where each rank waits after so long a standstill; 30 unless given, 0 for never."),
  /// The rank that waits for a debugger.
  DEBUG_RANK(
      JobVariables.DEBUG_RANK,
      "debug-rank",
      Kind.NUMBER,
      "K",
      "This rank waits for a debugger before it starts."),
  /// The report page of a run.
  REPORT(
      JobVariables.REPORT,
      "report",
      Kind.FILE,
      "FILE",
      "Write a page at the end that says where the time went, and why: out.html."),
  /// The trace of a run.
  TRACE(
      JobVariables.TRACE,
      "trace",
      Kind.FILE,
      "FILE",
      "Write a trace for ui.perfetto.dev at the end."),
  /// The folder in which the recording of a run is kept.
  RECORDING(
      JobVariables.RECORDING,
      "record",
      Kind.FILE,
      "FOLDER",
      "Keep the recording of the run in this folder, for weft predict FOLDER."),
  /// The last events in reports of failures.
  LAST(
      JobVariables.LAST,
      "last",
      Kind.NUMBER,
      "N",
      "Show the last N events of each rank when the job fails or stands still."),
  /// The folder of checkpoints.
  CHECKPOINT(
      "checkpoint",
      Kind.FILE,
      "FOLDER",
      "Save the state of a program that supports it in this folder, from time to time."),
  /// The time between checkpoints.
  EVERY(
      "every",
      Kind.DURATION,
      "TIME",
      "The time between checkpoints: 90s, 10m or 2h; 10m unless given."),
  /// The number of checkpoints that are kept.
  KEEP("keep", Kind.NUMBER, "N", "Keep the last N checkpoints; 2 unless given."),
  /// The checkpoints from which a job goes on.
  RESTART(
      "restart",
      Kind.FILE,
      "FOLDER",
      "Go on from the last good checkpoint in this folder, or from FOLDER/checkpoint-N, on any"
          + " number of ranks."),
  /// The memory for mobile objects.
  OBJECTS(
      "objects",
      Kind.SIZE,
      "SIZE",
      "Keep at most this much of each rank's mobile objects in memory, and the others on disk."),
  /// The folder of the stores of objects.
  STORE(
      "store",
      Kind.FILE,
      "FOLDER",
      "Where --objects keeps the others, until the end of the job; the system's folder for"
          + " temporary files unless given."),
  /// The maximum size of a store.
  STORE_LIMIT(
      "store-limit",
      Kind.SIZE,
      "SIZE",
      "The most that each rank stores there; as much as the disk has unless given."),
  /// Whether stores bypass the page cache.
  STORE_DIRECT(
      "store-direct",
      Kind.SWITCH,
      null,
      "Store without the system's page cache, which leaves that memory to others.");

  /// What the value of a setting is.
  public enum Kind {
    /// A whole number.
    NUMBER,
    /// A word.
    NAME,
    /// Bytes, also with a suffix such as `64m`; not 0.
    SIZE,
    /// A whole number, which may be left out: a new one each time.
    SEED,
    /// No value: the setting is given, or not.
    SWITCH,
    /// A number of seconds, also with a fraction; not negative.
    SECONDS,
    /// A time: a number of seconds, or one with `s`, `m` or `h`; not 0.
    DURATION,
    /// The path of a file.
    FILE
  }

  /// The prefix of programs' options.
  public static final String PREFIX = "--weft-";

  private final String variable;
  private final String key;
  private final Kind kind;
  private final @Nullable String label;
  private final String description;
  private final boolean ofLibrary;

  /// A setting of the runtime.
  JobSetting(String variable, String key, Kind kind, @Nullable String label, String description) {
    this(variable, key, kind, label, description, false);
  }

  /// A setting of a library, whose variable is called as its option.
  JobSetting(String key, Kind kind, @Nullable String label, String description) {
    this(variable(key), key, kind, label, description, true);
  }

  JobSetting(
      String variable,
      String key,
      Kind kind,
      @Nullable String label,
      String description,
      boolean ofLibrary) {
    this.variable = variable;
    this.key = key;
    this.kind = kind;
    this.label = label;
    this.description = description;
    this.ofLibrary = ofLibrary;
  }

  private static String variable(String key) {
    return "WEFT_" + key.toUpperCase(Locale.ROOT).replace('-', '_');
  }

  /// The environment variable.
  public String variable() {
    return variable;
  }

  /// The option of a program, such as `--weft-heap`.
  public String option() {
    return PREFIX + key;
  }

  /// The option of `weft run`, such as `--heap`.
  public String runOption() {
    return "--" + key;
  }

  /// What its value is.
  public Kind kind() {
    return kind;
  }

  /// Whether a value follows the option. One without a value is set to 1.
  public boolean hasValue() {
    return kind != Kind.SWITCH;
  }

  /// Whether a library uses the setting, and the runtime only passes it on.
  public boolean isOfLibrary() {
    return ofLibrary;
  }

  /// The label of the value in help, such as `SIZE`; null if there is no value.
  public @Nullable String label() {
    return label;
  }

  /// One or two sentences for help.
  public String description() {
    return description;
  }

  /// The setting of a program's option; null if there is none of that name.
  public static @Nullable JobSetting ofOption(String option) {
    for (JobSetting setting : values()) {
      if (setting.option().equals(option)) {
        return setting;
      }
    }
    return null;
  }

  /// All options of programs, with their values.
  public static String options() {
    return Arrays.stream(values())
        .map(it -> it.label == null ? it.option() : it.option() + " " + it.label)
        .collect(Collectors.joining(", "));
  }
}
