// SPDX-License-Identifier: Apache-2.0
package weft.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What the benchmarks' mains have in common.
final class Mains {
  private Mains() {}

  /// The options, or null after help was printed; a wrong option ends the JVM with code 2.
  static @Nullable Options options(String command, String[] args) {
    try {
      Options options = Options.of(args);
      if (options == null) {
        System.out.print("Usage: " + command + " [OPTIONS]\n" + Options.HELP);
      }
      return options;
    } catch (IllegalArgumentException e) {
      System.err.println(command + ": " + e.getMessage());
      System.exit(2);
      throw e;
    }
  }

  /// A report that begins with where and how it was measured.
  static Report report(Options options) {
    var report = new Report(System.out);
    report.fact("processor", Machine.processor());
    report.fact("cores", Machine.cores());
    report.fact("java", System.getProperty("java.vm.version"));
    report.fact("transport", options.transport());
    report.fact("rounds", options.rounds());
    report.fact("seed", options.seed());
    report.say(
        Machine.processor()
            + ", "
            + Machine.cores()
            + " cores, Java "
            + System.getProperty("java.version")
            + ", transport "
            + options.transport()
            + ", seed "
            + options.seed());
    return report;
  }

  /// The limits, and the file if one was asked for.
  static void end(Options options, Report report, List<Figures> figures) {
    report.limits();
    if (options.json() != null) {
      var samples = new ArrayList<Map<String, Object>>();
      figures.forEach(some -> samples.addAll(some.raw()));
      report.fact("samples", samples);
      report.write(options.json());
    }
  }
}
