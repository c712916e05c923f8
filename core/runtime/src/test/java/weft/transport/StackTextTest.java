// SPDX-License-Identifier: Apache-2.0
package weft.transport;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// A stack trace keeps both its ends.
final class StackTextTest {
  private static int deep(int depth) {
    return depth < 0 ? 0 : 1 + deep(depth + 1);
  }

  private static Error overflow() {
    try {
      throw new AssertionError(deep(0));
    } catch (StackOverflowError e) {
      return e;
    }
  }

  @Test
  void aLongStackLosesItsMiddle() {
    Error thrown = overflow();
    int frames = thrown.getStackTrace().length;
    assertThat(frames).isGreaterThan(900);
    String report = FailureReport.of(1, "its body", thrown).text();
    assertThat(report).contains("\t... " + (frames - 50) + " frames left out\n").hasLineCount(52);
  }

  @Test
  void theStackOfACauseIsCutToo() {
    String text = StackText.of(new IllegalStateException("no", overflow()));
    assertThat(text).contains("Caused by: java.lang.StackOverflowError", " frames left out\n");
    assertThat(text.lines().count()).isLessThan(200);
  }

  @Test
  void framesOfWeftAreOneLineButForTheMethodThatTheProgramHasCalled() {
    String trace =
        """
        weft.WeftException: no
        \tat weft.internal.rank.Refusals.no(Refusals.java:1)
        \tat weft.internal.rank.CallChecks.check(CallChecks.java:2)
        \tat weft.World.rsr1(World.java:3)
        \tat Mine.run(Mine.java:4)
        \tat weft.World.poll(World.java:5)
        \tat weft.apps.gups.Gups.run(Gups.java:6)
        \tat weft/weft.Job.one(Job.java:7)
        \tat weft.Job.two(Job.java:8)
        \tat java.base/java.lang.Thread.run(Thread.java:9)
        Caused by: x
        \tat weft.internal.A.a(A.java:1)
        \tat weft.internal.A.b(A.java:2)
        """;
    assertThat(StackText.cut(trace))
        .isEqualTo(
            """
            weft.WeftException: no
            \t... 2 frames of Weft, from weft.internal.rank.Refusals.no(Refusals.java:1)
            \tat weft.World.rsr1(World.java:3)
            \tat Mine.run(Mine.java:4)
            \tat weft.World.poll(World.java:5)
            \tat weft.apps.gups.Gups.run(Gups.java:6)
            \t... 2 frames of Weft, from weft/weft.Job.one(Job.java:7)
            \tat java.base/java.lang.Thread.run(Thread.java:9)
            Caused by: x
            \t... 2 frames of Weft, from weft.internal.A.a(A.java:1)
            """);
  }

  @Test
  void aShortStackIsWhole() {
    String frames = "\tat a.B.c(B.java:1)\n".repeat(51);
    String trace = "x\n" + frames + "Caused by: y\n\tat d\n\t... 9 more\n";
    assertThat(StackText.cut(trace)).isEqualTo(trace);
  }
}
