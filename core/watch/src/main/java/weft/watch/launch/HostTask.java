// SPDX-License-Identifier: Apache-2.0
package weft.watch.launch;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import weft.transport.JobVariables;

/// What a host is to start.
///
/// @param token the job's secret
/// @param variables the variables of all ranks
/// @param commands the command of each rank of the host, whose class path has names of jars
record HostTask(
    String token, Map<String, String> variables, TreeMap<Integer, JavaCommand> commands) {
  /// Variables of this process that are not for ranks: those of a rank, and those about hosts.
  private static final Set<String> KEPT =
      Set.of(
          JobVariables.RANK,
          JobVariables.JOB,
          JobVariables.TOKEN,
          JobVariables.HOSTS,
          "WEFT_SSH",
          "WEFT_JDKS",
          "WEFT_NO_BUILD");

  byte[] bytes() {
    return Packed.bytes(this::write);
  }

  private void write(DataOutputStream out) throws IOException {
    Packed.write(out, token);
    out.writeInt(variables.size());
    for (var each : variables.entrySet()) {
      Packed.write(out, each.getKey());
      Packed.write(out, each.getValue());
    }
    out.writeInt(commands.size());
    for (var each : commands.entrySet()) {
      out.writeInt(each.getKey());
      each.getValue().write(out);
    }
  }

  static HostTask of(byte[] bytes) throws IOException {
    DataInputStream in = Packed.of(bytes);
    String token = Packed.readText(in);
    var variables = new HashMap<String, String>();
    for (int left = in.readInt(); left > 0; left--) {
      variables.put(Packed.readText(in), Packed.readText(in));
    }
    var commands = new TreeMap<Integer, JavaCommand>();
    for (int left = in.readInt(); left > 0; left--) {
      commands.put(in.readInt(), JavaCommand.read(in));
    }
    return new HostTask(token, variables, commands);
  }

  /// The variables for the ranks: those of this process that matter to them, and `environment`.
  static Map<String, String> variables(
      String transport, int size, Map<String, String> environment) {
    var variables = new HashMap<String, String>();
    System.getenv()
        .forEach((name, value) -> {
          if (JobVariables.isForRanks(name)) {
            variables.put(name, value);
          }
        });
    variables.putAll(environment);
    variables.keySet().removeAll(KEPT);
    variables.put(JobVariables.TRANSPORT, transport);
    variables.put(JobVariables.SIZE, Integer.toString(size));
    return variables;
  }
}
