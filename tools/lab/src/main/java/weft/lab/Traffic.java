// SPDX-License-Identifier: Apache-2.0
package weft.lab;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import weft.cli.CommandException;

/// Traffic from one host to another over TCP, as fast as the links between them allow.
public final class Traffic implements AutoCloseable {
  private final Process sink;
  private final Process source;
  private final BufferedReader sinkOutput;

  private Traffic(Process sink, Process source, BufferedReader sinkOutput) {
    this.sink = sink;
    this.source = source;
    this.sinkOutput = sinkOutput;
  }

  /// Sends `bytes` bytes from one host to another, or without end if that is 0.
  static Traffic start(Lab lab, int from, int to, long bytes) {
    try {
      Process sink = lab.builder(to, command("sink")).redirectError(INHERIT).start();
      var output = new BufferedReader(new InputStreamReader(sink.getInputStream(), UTF_8));
      String port = output.readLine();
      if (port == null) {
        sink.destroyForcibly();
        throw CommandException.failure(
            "Host " + Network.host(to) + " cannot receive traffic: its process ended at once.");
      }
      Process source =
          lab.builder(from, command("source", lab.address(to), port, String.valueOf(bytes)))
              .redirectError(INHERIT)
              .start();
      return new Traffic(sink, source, output);
    } catch (IOException e) {
      throw CommandException.failure("Traffic cannot be started: " + e.getMessage() + ".");
    }
  }

  private static final ProcessBuilder.Redirect INHERIT = ProcessBuilder.Redirect.INHERIT;

  private static List<String> command(String... arguments) {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of("-Xmx16m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Stream.class.getName()));
    command.addAll(List.of(arguments));
    return command;
  }

  /// Waits until all bytes have arrived, and returns their number.
  public long await() throws InterruptedException {
    try {
      String bytes = sinkOutput.readLine();
      source.waitFor();
      sink.waitFor();
      if (bytes == null) {
        throw CommandException.failure("The traffic ended before all of it had arrived.");
      }
      return Long.parseLong(bytes);
    } catch (IOException e) {
      throw CommandException.failure("The traffic ended: " + e.getMessage() + ".");
    }
  }

  /// Whether both processes still run.
  public boolean isFlowing() {
    return source.isAlive() && sink.isAlive();
  }

  /// Stops the traffic.
  @Override
  public void close() {
    source.destroyForcibly();
    sink.destroyForcibly();
  }
}
