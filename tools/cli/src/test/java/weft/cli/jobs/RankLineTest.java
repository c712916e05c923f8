// SPDX-License-Identifier: Apache-2.0
package weft.cli.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class RankLineTest {
  @Test
  void aRankInAHandlerIsNotSaidToWait() {
    RankLine line =
        RankLine.of(
            "(pid 7) rank 1 runs handler \"slow one\" for a message from rank 0 (in World.quiesce)"
                + " at Müll.spin(Müll-1.java:3); 0 sent, 2 received; barrier (call 0 of group 0)"
                + " waits for rank 2");
    assertThat(line.state()).isEqualTo("runs");
    assertThat(line.handler()).isEqualTo("slow one");
    assertThat(line.call()).isEmpty();
    assertThat(line.target()).isEqualTo(-1);
    assertThat(line.line()).isEqualTo("Müll-1.java:3");
  }

  @Test
  void aRankThatWaitsHasNoHandler() {
    RankLine line =
        RankLine.of(
            "rank 0 waits in Group.barrier for rank 2 at A.b(A.java:10), for 1.5 s; 1 sent, 2"
                + " received");
    assertThat(line.handler()).isEmpty();
    assertThat(line.call()).isEqualTo("Group.barrier");
    assertThat(line.target()).isEqualTo(2);
    assertThat(line.seconds()).isEqualTo(1.5);
    assertThat(line.line()).isEqualTo("A.java:10");
  }

  @Test
  void aRankOnAnotherHostIsRead() {
    RankLine line =
        RankLine.of(
            "(pid 6 on host h0 (10.77.0.1)) rank 3 computes; 16432 sent, 16066 received; 3848 bytes of"
                + " backlog wait for rank 1; 2598578 payload bytes sent, 2194921 received; heap 9472"
                + " bytes, Java heap 21 of 92 MiB");
    assertThat(line.rank()).isEqualTo(3);
    assertThat(line.state()).isEqualTo("computes");
    assertThat(line.backlog()).isEqualTo(3848);
    assertThat(line.bytes()).isEqualTo(2598578 + 2194921);
    assertThat(line.heap()).isEqualTo(9472);
    assertThat(line.javaHeap()).isEqualTo(21 << 20);
  }
}
