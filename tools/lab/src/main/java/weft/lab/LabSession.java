// SPDX-License-Identifier: Apache-2.0
package weft.lab;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import weft.cli.CommandException;
import weft.transport.job.Shell;

/// A lab, and the command that runs in it on this terminal. Unless this process is killed by `kill
/// -9`, the command gets time to end, and then the lab is removed.
final class LabSession implements AutoCloseable {
  private static final long SECONDS_TO_END = 5;

  private final PrintStream err;
  private final Thread hook = new Thread(this::close, "weft-close-lab");
  private @Nullable Lab lab;
  private @Nullable Process process;
  private volatile boolean closed;

  LabSession(PrintStream err) {
    this.err = err;
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /// Creates the lab; of bare hosts if `bare` is true.
  synchronized Lab open(List<Rate> links, boolean bare) {
    if (closed) {
      throw CommandException.failure("Ended before the lab was ready.");
    }
    Lab opened = bare ? Lab.openBare(links) : Lab.open(links);
    lab = opened;
    return opened;
  }

  /// Runs a command on the login host to its end, applies `events` meanwhile, and returns its exit
  /// code.
  int run(List<String> command, List<LabEvent> events) {
    Process started = start(command);
    Thread timetable =
        Thread.ofPlatform().daemon().name("weft-lab-events").start(() -> happen(events));
    try {
      return started.waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw CommandException.failure("Interrupted while the command ran.");
    } finally {
      timetable.interrupt();
    }
  }

  /// Whether the lab is being removed or is gone.
  boolean isClosed() {
    return closed;
  }

  private synchronized Process start(List<String> command) {
    Lab opened = lab;
    if (closed || opened == null) {
      throw CommandException.failure("Ended before the command was started.");
    }
    ProcessBuilder builder = opened.login(command).inheritIO();
    var words = new ArrayList<>(builder.command());
    // After kill -9 only the kernel can end the command. This is bound to the thread that starts
    // the command and waits for it. Lab describes how the lab is then removed.
    Path setpriv = Shell.find("setpriv");
    if (setpriv != null) {
      words.addAll(0, List.of(setpriv.toString(), "--pdeathsig", "KILL", "--"));
    }
    try {
      Process started = builder.command(words).start();
      process = started;
      return started;
    } catch (IOException e) {
      throw CommandException.failure("The command cannot be started: " + e.getMessage() + ".");
    }
  }

  private void happen(List<LabEvent> events) {
    long began = System.nanoTime();
    for (LabEvent event :
        events.stream().sorted((a, b) -> Long.compare(a.millis(), b.millis())).toList()) {
      try {
        long passed = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began);
        Thread.sleep(Math.max(0, event.millis() - passed));
        Lab opened = lab;
        if (opened == null) {
          return;
        }
        event.happen(opened);
        err.println("weft: After " + event.millis() / 1000.0 + " s " + event + ".");
      } catch (InterruptedException e) {
        return; // The command has ended, so the remaining events are dropped.
      } catch (CommandException e) {
        if (Thread.currentThread().isInterrupted() || closed) {
          return; // As above, during an event.
        }
        err.println("weft: " + e.getMessage());
      }
    }
  }

  /// Ends the command if it runs, and removes the lab.
  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    end(process);
    if (lab != null) {
      lab.close();
    }
  }

  private static void end(@Nullable Process running) {
    if (running == null || !running.isAlive()) {
      return;
    }
    running.destroy();
    try {
      if (!running.waitFor(SECONDS_TO_END, TimeUnit.SECONDS)) {
        running.destroyForcibly().waitFor();
      }
    } catch (InterruptedException e) {
      running.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
