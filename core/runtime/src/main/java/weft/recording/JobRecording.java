// SPDX-License-Identifier: Apache-2.0
package weft.recording;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;
import weft.WeftException;
import weft.files.EndHooks;
import weft.files.FileException;
import weft.files.OutputFile;
import weft.files.Quoted;
import weft.transport.ForeignLauncher;
import weft.transport.JobVariables;
import weft.transport.host.PortRange;
import weft.transport.job.Hex;
import weft.transport.job.Proof;
import weft.transport.job.TemporaryFolder;

/// The recording of one job, in the process that outlives its ranks. It creates their folder before
/// the job begins, and writes reports and traces when the job has ended or failed.
public final class JobRecording implements AutoCloseable {
  /// The file in the folder of a kept recording that describes the job.
  public static final String KEPT_FILE = "job";

  /// The purpose in the names of its folders. The file in the folder of recordings into which a
  /// program writes its part of the page.
  public static final String RESULTS = "results.part";

  static final String PURPOSE = "record";

  /// The time for which the end of this JVM waits for the ranks' processes.
  private static final long MILLIS_TO_END = 3_000;

  private static final long LEAST_SHARED = 1L << 30;

  private final Path folder;
  private final int ranks;
  private final String program;
  private final RecordingPlace place;
  private final Map<Path, RecordingWriter> files;
  private final PrintStream err;
  private final @Nullable RecordingReceiver receiver;
  private final Thread hook = new Thread(this::jvmEnds, "weft-end-recording");

  // Guarded by this.
  private boolean over;
  private boolean failed;

  private JobRecording(
      Path folder,
      int ranks,
      String program,
      RecordingPlace place,
      Map<Path, RecordingWriter> files,
      PrintStream err,
      @Nullable RecordingReceiver receiver) {
    this.folder = folder;
    this.ranks = ranks;
    this.program = program;
    this.place = place;
    this.files = files;
    this.err = err;
    this.receiver = receiver;
  }

  /// Whether `settings` request a recording from this process.
  public static boolean isWanted(Map<String, String> settings) {
    return settings.getOrDefault(JobVariables.RECORD, "").isEmpty()
        && (!settings.getOrDefault(JobVariables.REPORT, "").isEmpty()
            || !settings.getOrDefault(JobVariables.TRACE, "").isEmpty()
            || !settings.getOrDefault(JobVariables.RECORDING, "").isEmpty()
            || RecordingPlace.last(settings) > 0);
  }

  /// Opens the recording of a job that is about to begin, or returns null if `settings` request
  /// none.
  ///
  /// @throws WeftException when a file could not be written, or when this JVM is already ending
  public static @Nullable JobRecording open(
      Map<String, String> settings, int ranks, String program, PrintStream err) {
    return isWanted(settings) ? open(settings, null, ranks, program, err) : null;
  }

  /// Opens the recording of a job whose ranks use the folder `shared`, or a new one if null.
  public static JobRecording open(
      Map<String, String> settings,
      @Nullable Path shared,
      int ranks,
      String program,
      PrintStream err) {
    var files = new LinkedHashMap<Path, RecordingWriter>();
    for (String variable :
        List.of(JobVariables.REPORT, JobVariables.TRACE, JobVariables.RECORDING)) {
      String file = settings.getOrDefault(variable, "");
      if (!file.isEmpty()) {
        Path path = path(variable, file);
        checkWritable(variable, path);
        files.put(path, writer(variable));
      }
    }
    Path folder = shared == null ? makeFolder() : shared;
    if (!settings.getOrDefault(JobVariables.REPORT, "").isEmpty()) {
      makeResults(folder);
    }
    // Ranks that another launcher has started deliver to rank 0.
    RecordingReceiver receiver =
        shared == null && isSpread(settings)
            ? RecordingReceiver.open(folder, ranks, PortRange.of(settings))
            : null;
    int last = RecordingPlace.last(settings);
    long events = RecordingPlace.events(settings);
    var place =
        new RecordingPlace(
            folder,
            events == 0 && files.isEmpty() ? RecordingPlace.eventsFor(last) : events,
            last,
            receiver == null ? "" : receiver.home());
    var made = new JobRecording(folder, ranks, program, place, files, err, receiver);
    if (!EndHooks.add(made.hook)) {
      // A hook would be too late, and nothing else would remove the folder.
      if (receiver != null) {
        receiver.close();
      }
      if (shared == null) {
        TemporaryFolder.delete(folder);
      }
      throw new WeftException("this JVM is already ending, so no job begins");
    }
    return made;
  }

  /// Whether ranks may be on other hosts.
  private static boolean isSpread(Map<String, String> settings) {
    return !settings.getOrDefault(JobVariables.HOSTS, "").isEmpty()
        || ForeignLauncher.isScheduled(settings)
        || ForeignLauncher.isScheduled(System.getenv());
  }

  /// The file to write; in the folder that a recording is kept in, the one that describes it.
  private static Path path(String variable, String file) {
    Path path = Path.of(file).toAbsolutePath();
    if (!variable.equals(JobVariables.RECORDING)) {
      return path;
    }
    try {
      Files.createDirectories(path);
    } catch (IOException e) {
      throw new WeftException(
          "--record "
              + Quoted.text(file)
              + " cannot be made, so the job does not begin: "
              + e.getMessage(),
          e);
    }
    return path.resolve(KEPT_FILE);
  }

  private static String option(String variable) {
    return switch (variable) {
      case JobVariables.REPORT -> "--report";
      case JobVariables.TRACE -> "--trace";
      default -> "--record";
    };
  }

  private static void checkWritable(String variable, Path file) {
    try {
      OutputFile.check(file);
    } catch (FileException e) {
      throw new WeftException(
          option(variable)
              + " "
              + Quoted.text(file.toString())
              + " cannot be written, so the job does not begin: "
              + e.reason(),
          e);
    }
  }

  private static RecordingWriter writer(String variable) {
    for (RecordingWriter writer : ServiceLoader.load(RecordingWriter.class)) {
      if (writer.variable().equals(variable)) {
        return writer;
      }
    }
    throw new WeftException(
        option(variable)
            + " needs the jar weft-record on the class path: add the dependency"
            + " io.github.weft-java:weft-record, or start the program with weft run");
  }

  /// Makes the folder, in shared memory if there is room, so that ranks record without disk
  /// traffic.
  private static Path makeFolder() {
    try {
      Path shared = TemporaryFolder.SHARED_MEMORY;
      if (Files.isWritable(shared) && Files.getFileStore(shared).getUsableSpace() >= LEAST_SHARED) {
        return TemporaryFolder.create(shared, PURPOSE);
      }
    } catch (IOException e) {
      // Handled below.
    }
    return TemporaryFolder.untilExit(PURPOSE);
  }

  /// Makes the empty file whose presence tells programs that a page will be written.
  private static void makeResults(Path folder) {
    try {
      Files.createFile(folder.resolve(RESULTS));
    } catch (FileAlreadyExistsException e) {
      // Another rank of this host made it.
    } catch (IOException e) {
      throw new WeftException("the job cannot be recorded in " + folder + ": " + e, e);
    }
  }

  /// The place in which the ranks of this process record.
  public RecordingPlace place() {
    return place;
  }

  /// The variables to add to the environment of the ranks' processes.
  public Map<String, String> variables() {
    return Map.of(
        JobVariables.RECORD, folder.toString(),
        JobVariables.RECORD_HOME, place.home(),
        JobVariables.RECORD_EVENTS, Long.toString(place.events()),
        JobVariables.LAST, Integer.toString(place.last()));
  }

  /// Records that the job has failed, so its end shows the last events.
  public synchronized void failed() {
    failed = true;
  }

  /// Called when the job has failed: adds the last events to the exception that reports this, and
  /// prints nothing.
  public void failed(Throwable failure) {
    if (place.last() > 0) {
      uninterrupted(() -> LastMoments.addTo(failure, folder, ranks, place.last()));
    }
  }

  /// Called when the job has ended: writes the requested files, and removes the recording.
  @Override
  public void close() {
    uninterrupted(this::finish);
    boolean _ = EndHooks.remove(hook); // one that runs finds nothing to do
  }

  /// An interrupted thread can neither map nor write files.
  private static void uninterrupted(Runnable what) {
    boolean interrupted = Thread.interrupted();
    try {
      what.run();
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private synchronized void finish() {
    if (over) {
      return;
    }
    over = true;
    if (receiver != null) {
      receiver.close();
    }
    if (failed && place.last() > 0) {
      err.print(LastEvents.text(folder, ranks, place.last()));
      err.flush();
    }
    files.forEach(this::write);
    TemporaryFolder.delete(folder);
  }

  private void write(Path file, RecordingWriter writer) {
    try {
      writer.write(folder, ranks, program, file);
    } catch (FileException e) {
      err.println("weft: " + e.getMessage());
    } catch (IOException | RuntimeException e) {
      // Pages report a file that cannot be written in a sentence of their own.
      err.println("weft: " + file + ": " + e.getMessage());
    }
  }

  /// The folder of a job that another launcher has started, for its ranks on this host.
  ///
  /// @param token the job's token; empty if the ranks do not know it yet
  public static Path sharedFolder(String token) {
    String job = token.isEmpty() ? "shared" : Hex.of(Proof.of(token, PURPOSE)).substring(0, 16);
    return TemporaryFolder.ofParent(PURPOSE, job);
  }

  /// A rank other than 0 ends. If rank 0 is on another host, no process reads this folder.
  public static void leave(Path folder) {
    if (!Files.exists(folder.resolve(RecordingLayout.file(0)))) {
      TemporaryFolder.delete(folder);
    }
  }

  /// Waits until all ranks of this machine have ended, or seem to be stuck.
  public void awaitRanks() {
    long deadline = System.nanoTime() + MILLIS_TO_END * 1_000_000;
    long self = ProcessHandle.current().pid();
    while (System.nanoTime() - deadline < 0
        && RecordedRank.readAll(folder, ranks).stream()
            .anyMatch(rank -> rank.isRunning() && rank.pid() != self && isAlive(rank.pid()))) {
      try {
        Thread.sleep(20);
      } catch (InterruptedException e) {
        break;
      }
    }
  }

  private void jvmEnds() {
    awaitRanks();
    finish();
  }

  private static boolean isAlive(long pid) {
    return ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
  }
}
