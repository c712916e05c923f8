// SPDX-License-Identifier: Apache-2.0
package weft.transport.shm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import weft.JobFailedException;
import weft.WeftException;
import weft.files.OpenFileLimit;
import weft.memory.ControlLayout;
import weft.memory.HeapLayout;
import weft.memory.SharedRings;
import weft.transport.FailureReport;
import weft.transport.JobVariables;
import weft.transport.Transport;
import weft.transport.TransportProvider;
import weft.transport.job.Message;

/// The transport between processes of one machine. It has rings in a mapped file, doorbells on
/// Unix-domain sockets, and a host that starts and ends the processes.
public final class ShmProvider implements TransportProvider {
  /// The transport's name.
  public static final String NAME = "shm";

  /// What a rank opens when it has joined: sockets, selectors, the jars of the program.
  private static final int FILES_OF_A_RANK = 16;

  private static final AtomicBoolean JOINED = new AtomicBoolean();

  /// Called by the service loader.
  public ShmProvider() {}

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Transport join(Map<String, String> environment) {
    int size = number(environment, JobVariables.SIZE, 1, ControlLayout.MAX_RANKS);
    int rank = number(environment, JobVariables.RANK, 0, size - 1);
    Path directory = Path.of(value(environment, JobVariables.JOB));
    String token = value(environment, JobVariables.TOKEN);
    if (!Files.isDirectory(directory)) {
      throw new WeftException(
          "rank "
              + rank
              + " found no job in "
              + directory
              + " ("
              + JobVariables.JOB
              + "); the job has ended, or the variable was inherited from another job");
    }
    if (!JOINED.compareAndSet(false, true)) {
      throw new WeftException(
          "rank "
              + rank
              + " called Weft.launch before; a rank process takes part in its job only once. Put "
              + "both parts into one body");
    }
    return join(directory, token, rank, size, SegmentPlan.heap(environment));
  }

  private static Transport join(Path directory, String token, int rank, int size, HeapLayout heap) {
    RankLink link = RankLink.connect(directory, rank);
    Message.Segment segment = link.hello(token);
    try {
      OpenFileLimit.require(FILES_OF_A_RANK, "as a rank");
      SocketBell bell = SocketBell.open(directory, rank, size);
      SharedRings rings = SharedRings.map(segment.path(), size, segment.ringBytes(), heap);
      link.ready();
      return new ShmTransport(rings, rank, bell, link);
    } catch (IOException | WeftException e) {
      var report =
          e instanceof WeftException || OpenFileLimit.isReached(e)
              ? new FailureReport(rank, "joining the job", OpenFileLimit.told(e), "")
              : FailureReport.of(rank, "joining the job", e);
      link.fail(report);
      var failed = new JobFailedException(rank, report.sentence());
      failed.initCause(e);
      throw failed;
    }
  }

  private static int number(Map<String, String> environment, String name, int least, int most) {
    String text = value(environment, name);
    int number;
    try {
      number = Integer.parseInt(text);
    } catch (NumberFormatException e) {
      number = least - 1;
    }
    if (number < least || number > most) {
      throw new WeftException(
          "the environment variable "
              + name
              + " is \""
              + text
              + "\"; it must be a number from "
              + least
              + " to "
              + most
              + ", and is set by the launcher");
    }
    return number;
  }

  private static String value(Map<String, String> environment, String name) {
    String value = environment.get(name);
    if (value == null || value.isEmpty()) {
      throw new WeftException(
          "the environment variable "
              + name
              + " is not set, but "
              + JobVariables.RANK
              + " is; start the program with `weft run`, or unset "
              + JobVariables.RANK);
    }
    return value;
  }

  @Override
  public int host(List<List<String>> commands, Map<String, String> environment) {
    String system = System.getProperty("os.name", "");
    if (!system.equals("Linux")) {
      throw new WeftException(
          "ranks that are processes need Linux, and this is "
              + system
              + ": use threads as ranks (transport threads)"
              + (system.startsWith("Windows") ? ", or run this in WSL" : ""));
    }
    return new JobHost(commands, environment, System.out, System.err).run();
  }
}
