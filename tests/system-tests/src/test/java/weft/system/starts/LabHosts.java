// SPDX-License-Identifier: Apache-2.0
package weft.system.starts;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import weft.lab.Lab;
import weft.lab.Rate;
import weft.system.cli.Weft;

/// Hosts of a laboratory on which `weft run --hosts` and `weft doctor --hosts` start ranks. What
/// enters a host stands in for `ssh`, and may first change what the host has.
final class LabHosts implements AutoCloseable {
  private static final String SECONDS_UNTIL_LOST = "4";

  private final Path folder;
  private final Lab lab;

  /// Lines of the shell that run on a host before anything else there, by its name.
  private final Map<String, String> before = new TreeMap<>();

  private LabHosts(Path folder, Lab lab) {
    this.folder = folder;
    this.lab = lab;
  }

  static LabHosts open(Path folder, int hosts) throws Exception {
    return new LabHosts(folder, Lab.open(hosts, Rate.NONE));
  }

  Lab lab() {
    return lab;
  }

  /// Runs a line of the shell on a host, or on `login`.
  String on(String host, String line) throws Exception {
    Process process = lab.on(host, List.of("sh", "-c", line)).redirectErrorStream(true).start();
    String text = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor()).as(line + ": " + text).isZero();
    return text;
  }

  /// Lets what `ssh` starts on `host` begin with this line, which ends with `&&` or `;`.
  void before(String host, String line) {
    before.put(host, line);
  }

  private Path ssh() throws Exception {
    var cases = new StringBuilder();
    before.forEach((host, line) ->
        cases.append("  ").append(host).append(") before='").append(line).append("' ;;\n"));
    Path ssh = folder.resolve("ssh");
    Files.writeString(
        ssh,
        """
        #!/bin/sh
        while [ "$1" != -- ]; do shift; done
        host=$2
        shift 2
        before=
        case $host in
        %s  *) ;;
        esac
        XDG_CACHE_HOME=%s JAVA_HOME=%s exec "$WEFT_LAB_AGENT" $host "$before $*"
        """
            .formatted(cases, folder.resolve("cache"), System.getProperty("java.home")));
    assertThat(ssh.toFile().setExecutable(true)).isTrue();
    return ssh;
  }

  /// Starts `weft` with these words on `login`; its output goes to files called `name`. The hosts
  /// are not taken for those of a laboratory, which share one machine's memory.
  Weft.Running begin(String name, String words) throws Exception {
    String line = "unset WEFT_LAB_HOSTS; exec " + SlurmCluster.weft() + " " + words;
    ProcessBuilder builder = lab.login(List.of("sh", "-c", line));
    builder.environment().put("WEFT_SSH", ssh().toString());
    builder.environment().put("WEFT_LOST", SECONDS_UNTIL_LOST);
    builder.environment().put("XDG_RUNTIME_DIR", run().toString());
    builder.directory(folder.toFile());
    Path out = folder.resolve(name + ".out");
    Path err = folder.resolve(name + ".err");
    builder.redirectOutput(out.toFile()).redirectError(err.toFile());
    builder.redirectInput(new File("/dev/null"));
    return new Weft.Running(builder.start(), out, err);
  }

  private Path run() throws Exception {
    return Files.createDirectories(folder.resolve("run"));
  }

  @Override
  public void close() {
    lab.close();
  }
}
