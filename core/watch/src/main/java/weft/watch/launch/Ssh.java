// SPDX-License-Identifier: Apache-2.0
package weft.watch.launch;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import weft.WeftException;
import weft.files.FileException;
import weft.transport.JobVariables;
import weft.transport.job.Shell;

/// The system's `ssh`, which runs a command on another host. The user's configuration, keys, agent
/// and jump hosts count.
final class Ssh {
  /// Names another program, which gets the same words.
  private static final String VARIABLE = "WEFT_SSH";

  /// The exit code of `ssh` for its own errors.
  private static final int OWN_ERROR = 255;

  private static final int SIGNAL = 128;
  private static final long MILLIS_TO_DRAIN = 200;
  private static final long MILLIS_TO_END = 2_000;
  private static final int MOST_LINES = 20;
  private static final long LEAST_SECONDS_TO_ASK = 5;

  private final String host;
  private final Process process;
  private final Thread errors;

  // Guarded by this.
  private final List<String> said = new ArrayList<>();
  private @Nullable PrintStream passOnTo;

  /// Starts it, with pipes to `command` on `host`.
  ///
  /// @throws WeftException if there is no `ssh`
  Ssh(String host, String command) {
    this.host = host;
    try {
      this.process = new ProcessBuilder(words(host, command)).start();
    } catch (IOException e) {
      throw new WeftException("ssh could not be started: " + FileException.reason(e), e);
    }
    errors = new Thread(this::readErrors, "weft-ssh-" + host);
    errors.setDaemon(true);
    errors.start();
  }

  private static List<String> words(String host, String command) {
    String named = System.getenv(VARIABLE);
    Path ssh = Shell.find(named == null || named.isEmpty() ? "ssh" : named);
    if (ssh == null) {
      throw new WeftException(
          named == null || named.isEmpty()
              ? "there is no ssh on the PATH, by which ranks on other hosts are started; install"
                  + " OpenSSH's client"
              : VARIABLE + " is " + named + ", which is no program");
    }
    var words = new ArrayList<String>();
    // In a session of its own it does not get the terminal's Ctrl-C, which would cut the connection
    // before the ranks have been asked to end.
    Path setsid = Shell.find("setsid");
    if (setsid != null) {
      words.add(setsid.toString());
    }
    words.addAll(List.of(ssh.toString(), "-T", "-o", "BatchMode=yes", "-o", "ConnectTimeout=10"));
    words.addAll(List.of("-o", "ServerAliveInterval=" + secondsToAsk(), "--", host, command));
    return words;
  }

  /// The seconds after which `ssh` asks whether the other host is there; it gives up when three
  /// questions were not answered. Ranks that watch that host notice its loss before.
  private static long secondsToAsk() {
    long lost = JobVariables.lost(System.getenv()) / 1_000_000_000;
    return Math.max(LEAST_SECONDS_TO_ASK, lost / 3 + 2);
  }

  private void readErrors() {
    try (BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(process.getErrorStream(), StandardCharsets.UTF_8))) {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        take(line.strip());
      }
    } catch (IOException e) {
      // It has ended.
    }
  }

  private synchronized void take(String line) {
    if (line.isEmpty()) {
      return;
    }
    said.add(line);
    if (said.size() > MOST_LINES) {
      said.removeFirst();
    }
    if (passOnTo != null && !isAboutItself(line)) {
      passOnTo.println(host + ": " + line);
    }
  }

  /// Whether `ssh` says `line` about the end of its connection: a sentence of ours follows.
  private static boolean isAboutItself(String line) {
    return line.startsWith("client_loop: ")
        || line.startsWith("Connection to ")
        || line.startsWith("Timeout, server ")
        || line.startsWith("Killed by signal");
  }

  /// Passes on what the other host says on standard error from now on; not what it has said, such
  /// as greetings.
  synchronized void passErrorsTo(PrintStream err) {
    said.clear();
    passOnTo = err;
  }

  Process process() {
    return process;
  }

  /// Waits for the end, and returns why the host cannot be used, or was lost: a sentence with the
  /// last words of `ssh`.
  String reason(boolean hasStarted) {
    try {
      if (!process.waitFor(MILLIS_TO_END, TimeUnit.MILLISECONDS)) {
        return "host " + host + " has closed its connection";
      }
      errors.join(MILLIS_TO_DRAIN);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    int code = process.isAlive() ? 0 : process.exitValue();
    String last;
    synchronized (this) {
      last = said.isEmpty() ? "" : said.getLast();
    }
    if (code > SIGNAL && code != OWN_ERROR) {
      return "the connection to host "
          + host
          + " is lost: its ssh was ended by signal "
          + (code - SIGNAL);
    }
    if (hasStarted) {
      return last.isEmpty()
          ? "host " + host + " is lost: Weft's process there has ended, or the connection"
          : "host " + host + " is lost: " + last;
    }
    if (code != OWN_ERROR) {
      return "host "
          + host
          + " cannot start Weft: "
          + (last.isEmpty() ? "its shell has ended with exit code " + code : last);
    }
    return "host "
        + host
        + " cannot be reached: "
        + (last.isEmpty() ? "ssh does not say why" : last)
        + advice(last);
  }

  private String advice(String last) {
    if (last.startsWith("Host key verification failed")) {
      return " Run ssh " + host + " true once by hand, and see whether its key is the right one";
    }
    if (last.contains("Permission denied") || last.contains("Too many authentication failures")) {
      return "; ssh " + host + " true must work without a question (ssh-copy-id, ssh-agent)";
    }
    return "; ssh " + host + " true must work";
  }

  /// Ends it, if it does not end by itself.
  void end() {
    try {
      if (!process.waitFor(MILLIS_TO_END, TimeUnit.MILLISECONDS)) {
        process.destroy();
        if (!process.waitFor(MILLIS_TO_DRAIN, TimeUnit.MILLISECONDS)) {
          process.destroyForcibly();
        }
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
