// SPDX-License-Identifier: Apache-2.0
package weft.cli.doctor;

import java.util.Map;
import weft.memory.Accelerators;
import weft.memory.SegmentSum;
import weft.memory.StreamingCopy;

/// The check of `weft doctor` for the optional module that copies and adds with machine code.
final class AcceleratorCheck {
  private static final String NAME = "accelerator";
  private static final String IN_USE = "in use";
  private static final String MISSING = "not found";
  private static final String IDLE = "found, but not in use";

  private static final String LOSS =
      " Without it, data of 4 MB and more is copied through the caches, and reductions take 1.1"
          + " to 1.4 times as long.";

  private AcceleratorCheck() {}

  /// Prints the state in this JVM.
  public static void main(String[] args) {
    boolean works = StreamingCopy.isThere() && SegmentSum.isThere();
    System.out.println(works ? IN_USE : Accelerators.isProvided() ? IDLE : MISSING);
  }

  static Check check() {
    String answer = ProbeJvm.answer(AcceleratorCheck.class.getName());
    return switch (answer) {
      case IN_USE ->
          Check.ok(NAME, "machine code copies and adds large data", Map.of("state", answer));
      case MISSING ->
          Check.of(
              NAME, Check.State.ABSENT, MISSING, "Put weft-accelerate on the class path." + LOSS);
      case IDLE ->
          Check.of(
              NAME,
              Check.State.ABSENT,
              IDLE,
              "It needs Linux on x86-64, and permission to make memory executable." + LOSS);
      default -> Check.of(NAME, Check.State.ADVICE, "the JVM for this check failed", answer);
    };
  }
}
