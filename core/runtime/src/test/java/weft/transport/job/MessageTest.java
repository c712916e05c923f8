// SPDX-License-Identifier: Apache-2.0
package weft.transport.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import weft.transport.FailureReport;

/// What is said on the control socket is heard as it was said.
final class MessageTest {
  static List<Message> all() {
    var report = new FailureReport(7, "handler \"é\"", "bad: \n thing", "at a\n\tat b\n");
    return List.of(
        new Message.Hello("0123abc", 3, 1L << 40),
        new Message.Segment("/dev/shm/weft-1", 4096, 77),
        new Message.Mapped(),
        new Message.Go(),
        new Message.Finished(),
        new Message.Failed(report),
        new Message.Abort(new FailureReport(0, "", "", "")),
        new Message.Describe(true),
        new Message.Describe(false),
        new Message.Description(true, -1, "rank 1 waits\nthere"),
        new Message.Inquire(""),
        new Message.Refused("no"),
        new Message.Leaving());
  }

  @ParameterizedTest
  @MethodSource("all")
  void comesBackAsItWas(Message message) throws IOException {
    ByteBuffer frame = message.frame();

    assertThat(Message.next(frame)).isEqualTo(message);
    assertThat(frame.hasRemaining()).isFalse();
  }

  @Test
  void allKindsDiffer() {
    assertThat(all().stream().map(Message::kind).distinct().count()).isEqualTo(12);
  }

  @Test
  void anyPiecesMakeTheSameMessages() throws IOException {
    long seed = System.nanoTime();
    System.out.println("MessageTest seed " + seed);
    var random = new Random(seed);
    var bytes = new ByteArrayOutputStream();
    var said = new ArrayList<Message>();
    for (int i = 0; i < 500; i++) {
      Message message = all().get(random.nextInt(all().size()));
      said.add(message);
      bytes.write(message.frame().array(), 0, message.frame().limit());
    }
    ReadableByteChannel pieces =
        Channels.newChannel(
            new ByteArrayInputStream(bytes.toByteArray()) {
              @Override
              public synchronized int read(byte[] into, int from, int length) {
                return super.read(into, from, Math.min(length, 1 + random.nextInt(200)));
              }
            });

    var frames = new MessageReader();
    var heard = new ArrayList<Message>();
    while (frames.fill(pieces) >= 0) {
      for (Message message = frames.next(); message != null; message = frames.next()) {
        heard.add(message);
      }
    }

    assertThat(heard).isEqualTo(said);
  }

  @Test
  void aLongTextIsCut() throws IOException {
    String text = "x".repeat(Message.MAX_TEXT + 5);

    assertThat(Message.next(new Message.Refused(text).frame()))
        .isEqualTo(new Message.Refused("x".repeat(Message.MAX_TEXT) + "…"));
  }

  @Test
  void whatIsNoMessageIsRefused() {
    for (byte[] bytes :
        new byte[][] {
          {0, 0, 0, 0, 1},
          {-1, 0, 0, 0, 1},
          {0, 0, 0, 1, 99},
          {0, 0, 0, 2, 4, 4},
          {0, 0, 0, 5, 11, 0, 0, 1, 0},
          {0, 0, 0, 3, 1, 0, 0},
          {0x47, 0x45, 0x54, 0x20, 0x2f}
        }) {
      assertThatThrownBy(() -> Message.next(ByteBuffer.wrap(bytes)))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("a control message");
    }
  }
}
