// SPDX-License-Identifier: Apache-2.0
package weft.watch.launch;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import weft.transport.JobVariables;
import weft.transport.job.Shell;

/// The launcher's side of one host: the `ssh` to it, and the [HostParent] at the other end.
final class FarHost {
  private static final String MARK = "\u0001weft ";
  private static final int LONGEST_LINE = 1 << 16;

  private final String name;
  private final int firstRank;
  private final int ranks;
  private final Ssh ssh;
  private final DataOutputStream out;
  private final DataInputStream in;

  // Guarded by this.
  private boolean hasStarted;
  private boolean closed;

  /// Connects to host `name`, for ranks from `firstRank` on.
  FarHost(String name, int firstRank, int ranks, String script) {
    this.name = name;
    this.firstRank = firstRank;
    this.ranks = ranks;
    // The script comes through the pipe: a command line has a limit, and login shells differ.
    int length = script.getBytes(StandardCharsets.UTF_8).length;
    String read = "s=$(dd bs=" + length + " count=1 iflag=fullblock 2>/dev/null)";
    String failed = "echo \"its dd does not know iflag=fullblock\" >&2";
    this.ssh = new Ssh(name, "exec sh -c '" + read + " && eval \"$s\" || " + failed + "'");
    Process process = ssh.process();
    this.out = new DataOutputStream(new BufferedOutputStream(process.getOutputStream(), 1 << 16));
    this.in = new DataInputStream(new BufferedInputStream(process.getInputStream(), 1 << 16));
  }

  /// The text that starts a [HostParent].
  ///
  /// @param parents the names of the jars that it needs
  static String script(String folder, List<String> parents, List<Jar> jars) {
    var wanted = new StringBuilder();
    jars.forEach(it -> wanted.append(it.name()).append(' ').append(it.size()).append('\n'));
    String assigned =
        "dir="
            + Shell.quote(folder)
            + "\nparents="
            + Shell.quote(String.join(" ", parents))
            + "\nwanted="
            + Shell.quote(wanted.toString().stripTrailing())
            + "\n"
            + locale(System.getenv(), System.getProperty("native.encoding", ""));
    try (InputStream text = FarHost.class.getResourceAsStream("start.sh")) {
      byte[] bytes = Objects.requireNonNull(text, "start.sh").readAllBytes();
      return assigned + new String(bytes, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Lines that set the locale of the launcher. A host may not have it: then texts matter more than
  /// the language.
  static String locale(Map<String, String> variables, String encoding) {
    var lines = new StringBuilder("charset=" + Shell.quote(encoding) + "\n");
    var own = new TreeMap<>(variables);
    own.keySet().removeIf(name -> !JobVariables.isOfLocale(name));
    if (!own.isEmpty()) {
      lines.append("unset LANG LANGUAGE LC_ALL LC_CTYPE\n");
      own.forEach((name, value) ->
          lines.append("export ").append(name).append('=').append(Shell.quote(value)).append('\n'));
    }
    return lines.toString();
  }

  String name() {
    return name;
  }

  int firstRank() {
    return firstRank;
  }

  int ranks() {
    return ranks;
  }

  boolean has(int rank) {
    return rank >= firstRank && rank < firstRank + ranks;
  }

  /// Whether the parent is there.
  synchronized boolean isOpen() {
    return hasStarted;
  }

  /// Brings what is missing, and waits for the parent.
  ///
  /// @param err gets what the host says on standard error later
  /// @throws HostException if the host cannot be used
  void open(String script, List<Jar> jars, PrintStream err) throws HostException {
    try {
      send(script.getBytes(StandardCharsets.UTF_8));
      bring(answer("need "), jars);
      answer("start");
      if (HostFrame.read(in).kind() != HostFrame.Kind.READY) {
        throw new IOException("its first message is a wrong one");
      }
      synchronized (this) {
        hasStarted = true;
      }
      ssh.passErrorsTo(err);
    } catch (IOException e) {
      throw new HostException(ssh.reason(false));
    }
  }

  private void send(byte[] bytes) {
    try {
      out.write(bytes);
      out.flush();
    } catch (IOException e) {
      // What the other end says about it is read next.
    }
  }

  private void bring(String numbers, List<Jar> jars) throws IOException {
    try {
      for (String number : numbers.isEmpty() ? new String[0] : numbers.split(" ", -1)) {
        Files.copy(jars.get(Integer.parseInt(number)).file(), out);
      }
      out.flush();
    } catch (NumberFormatException e) {
      throw new IOException("it asks for what there is not", e);
    } catch (IOException e) {
      // As above.
    }
  }

  /// The rest of the next line for us, which must begin with `word`. Other lines come from files
  /// that the shell reads when it starts.
  private String answer(String word) throws IOException, HostException {
    while (true) {
      String line = line();
      int mark = line.indexOf(MARK);
      if (mark >= 0) {
        String text = line.substring(mark + MARK.length()) + " ";
        if (text.startsWith("refused ")) {
          throw new HostException(
              "host " + name + " " + text.substring("refused ".length()).strip());
        }
        if (text.startsWith(word)) {
          return text.substring(word.length()).strip();
        }
      }
    }
  }

  private String line() throws IOException {
    var line = new ByteArrayOutputStream();
    for (int next = in.readUnsignedByte(); next != '\n'; next = in.readUnsignedByte()) {
      if (line.size() < LONGEST_LINE) {
        line.write(next);
      }
    }
    return line.toString(StandardCharsets.UTF_8);
  }

  /// Reads the next frame, or waits for it.
  ///
  /// @return null at the end
  @Nullable HostFrame read() {
    try {
      return HostFrame.read(in);
    } catch (IOException e) {
      return null;
    }
  }

  /// Sends a frame. A host that is lost does not get it, and [#read] returns null.
  void send(HostFrame.Kind kind, byte[] bytes, int length) {
    try {
      HostFrame.write(out, kind, 0, bytes, length);
    } catch (IOException e) {
      // As said above.
    }
  }

  /// Why [#read] has returned null.
  String reason() {
    synchronized (this) {
      if (closed) {
        return "";
      }
    }
    return ssh.reason(true);
  }

  /// Ends the parent's input, at which it kills its ranks.
  void close() {
    synchronized (this) {
      closed = true;
    }
    // A write may be blocked, which holds the stream, until the connection is given up.
    var closing = new Thread(this::closeOutput, "weft-close-" + name);
    closing.setDaemon(true);
    closing.start();
  }

  private void closeOutput() {
    try {
      out.close();
    } catch (IOException e) {
      // The connection has ended.
    }
  }

  /// Waits a short time for the end of everything on the host, which [#close] has closed.
  void end() {
    ssh.end();
  }
}
