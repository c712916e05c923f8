// SPDX-License-Identifier: Apache-2.0
package weft.bench;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/// `ucx_perftest`, if installed: UCX's own benchmark of its active messages over shared memory. It
/// cannot be controlled slice by slice, so each slice is one run of it. Its distance is that of the
/// pair that ran just before and after.
public final class UcxPeer {
  private static final int TRIPS = 100_000;
  private static final int MESSAGES = 400_000;

  private final Path program;

  private UcxPeer(Path program) {
    this.program = program;
  }

  public static Optional<UcxPeer> find(Report report) {
    Optional<Path> program = BenchMachine.program("ucx_perftest");
    if (program.isEmpty()) {
      report.say("UCX is left out: there is no ucx_perftest on the PATH.");
    }
    return program.map(UcxPeer::new);
  }

  /// Half a round trip of an active message of 8 bytes, in nanoseconds: the median that UCX
  /// reports.
  public double trip() throws IOException, InterruptedException {
    // iterations, median latency (us), average, overall average, …
    return field("ucp_am_lat", 8, TRIPS, 1) * 1000;
  }

  /// The time of one active message of 8 bytes in a stream, in nanoseconds.
  public double rate() throws IOException, InterruptedException {
    // …, average message rate, overall message rate
    return 1e9 / field("ucp_am_bw", 8, MESSAGES, 7);
  }

  /// Half of the time of a put of `size` bytes and its answer, in nanoseconds.
  public double put(int size) throws IOException, InterruptedException {
    return field("ucp_put_lat", size, iterations(size), 1) * 1000;
  }

  /// The bandwidth of successive puts of `size` bytes, in bytes per nanosecond.
  public double bandwidth(int size) throws IOException, InterruptedException {
    // …, average bandwidth, overall bandwidth (MB/s)
    return field("ucp_put_bw", size, iterations(size), 5) * (1 << 20) / 1e9;
  }

  private static int iterations(int size) {
    return Math.clamp((1L << 31) / size, 50, TRIPS);
  }

  private double field(String test, int size, int iterations, int index)
      throws IOException, InterruptedException {
    String port = Integer.toString(freePort());
    Process server = start(List.of("-p", port), false);
    try {
      Thread.sleep(100);
      Process client =
          start(
              List.of(
                  "localhost",
                  "-p",
                  port,
                  "-t",
                  test,
                  "-s",
                  "" + size,
                  "-n",
                  "" + iterations,
                  "-f",
                  "-v"),
              true);
      String last = "";
      try (var reader = client.inputReader()) {
        for (String line = reader.readLine(); line != null; line = reader.readLine()) {
          last = line.isBlank() ? last : line;
        }
      }
      client.waitFor();
      String[] fields = last.split(",");
      return index < fields.length ? Double.parseDouble(fields[index]) : Double.NaN;
    } catch (NumberFormatException e) {
      return Double.NaN;
    } finally {
      if (!server.waitFor(2, TimeUnit.SECONDS)) {
        server.destroyForcibly();
      }
    }
  }

  private Process start(List<String> args, boolean read) throws IOException {
    var command = new ArrayList<String>();
    command.add(program.toString());
    command.addAll(args);
    var builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD);
    if (!read) {
      builder.redirectOutput(ProcessBuilder.Redirect.DISCARD);
    }
    builder.environment().put("UCX_TLS", "posix,sysv,self");
    builder.environment().put("UCX_WARN_UNUSED_ENV_VARS", "n");
    return builder.start();
  }

  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }
}
