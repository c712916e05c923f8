// SPDX-License-Identifier: Apache-2.0
package weft.recording;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.RandomAccessFile;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import weft.transport.Waits;
import weft.transport.host.PortRange;
import weft.transport.job.Handshake;

/// A rank delivers its recording at the launcher's port. What its mobile objects did goes with it,
/// unless it is too large: then only that is left out.
final class RecordingDeliveryTest {
  private static final int RANKS = 2;

  @TempDir Path folder;

  private static final Waits WAITS =
      new Waits() {
        @Override
        public void sleep(long nanos) {
          throw new AssertionError("nothing waits here");
        }
      };

  /// Delivers the recording of rank 1, and returns what was printed to standard error.
  private String deliver(RecordedObjects objects, long bytesOfObjects) throws Exception {
    try (RecordingReceiver receiver = RecordingReceiver.open(folder, RANKS, PortRange.ANY)) {
      return deliver(receiver, objects, bytesOfObjects);
    }
  }

  private static String deliver(
      RecordingReceiver receiver, RecordedObjects objects, long bytesOfObjects) throws Exception {
    PrintStream before = System.err;
    var err = new ByteArrayOutputStream();
    System.setErr(new PrintStream(err, true, StandardCharsets.UTF_8));
    try {
      RecordingDelivery delivery = RecordingDelivery.open(receiver.home() + ",127.0.0.1", 1);
      Recorder recorder = Recorder.open(delivery.folder(), 1, RANKS, 1 << 14, WAITS);
      for (int i = 0; i < 20_000; i++) {
        recorder.beginWait("a call", "", 0);
        recorder.endWait();
      }
      recorder.flush();
      objects.write(delivery.folder());
      try (var file = new RandomAccessFile(delivery.folder().resolve("objects-1").toFile(), "rw")) {
        file.setLength(Math.max(file.length(), bytesOfObjects));
      }
      delivery.deliver();
    } finally {
      System.setErr(before);
    }
    return err.toString(StandardCharsets.UTF_8);
  }

  private static RecordedObjects objects(int slices) {
    long[] none = new long[slices];
    return new RecordedObjects(
        1, 5, 7, none, none, none, none, none, none, new long[3], new long[RANKS]);
  }

  private void checkRecording() {
    RecordedRank rank =
        Objects.requireNonNull(RecordedRank.read(folder.resolve(RecordingLayout.file(1))));
    assertThat(rank.events()).isEqualTo(20_000);
    assertThat(rank.firstEvent()).isEqualTo(20_000 - (1 << 14));
    EventReader events = rank.reader();
    long last = Long.MIN_VALUE;
    for (long event = rank.firstEvent(); event < rank.events(); event++) {
      events.seek(event);
      assertThat(events.kind()).isEqualTo(RecordingLayout.WAIT);
      assertThat(events.number()).isEqualTo(event);
      assertThat(events.peer()).isZero();
      assertThat(events.began()).isGreaterThanOrEqualTo(last);
      last = events.began();
    }
    events.seek(rank.firstEvent());
    assertThat(events.number()).isEqualTo(rank.firstEvent());
  }

  @Test
  void objectsGoWithTheRecording() throws Exception {
    assertThat(deliver(objects(1000), 0)).isEmpty();
    checkRecording();
    RecordedObjects came = Objects.requireNonNull(RecordedObjects.read(folder, 1));
    assertThat(came.busy()).hasSize(1000);
    assertThat(came.width()).isEqualTo(7);
  }

  /// More than the receiver keeps: a rank delivers beside them, and closing does not wait for them.
  @Test
  void strangersKeepNoRankFromDelivering() throws Exception {
    var strangers = new ArrayList<Socket>();
    try (RecordingReceiver receiver = RecordingReceiver.open(folder, RANKS, PortRange.ANY)) {
      String[] home = receiver.home().split(",");
      int port = Integer.parseInt(home[1]);
      for (int i = 0; i < 300; i++) {
        strangers.add(new Socket(InetAddress.getLoopbackAddress(), port));
      }
      for (int rank : new int[] {-1, RANKS}) {
        var launcher = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
        var handshake =
            new Handshake(home[0], Handshake.Purpose.RECORDING, rank, Handshake.LAUNCHER);
        assertThatThrownBy(() -> handshake.connect(launcher, 0, 20_000))
            .isInstanceOf(IOException.class);
      }
      assertThat(deliver(receiver, objects(1000), 0)).isEmpty();
      checkRecording();
    } finally {
      for (Socket each : strangers) {
        each.close();
      }
    }
  }

  @Test
  void objectsThatAreTooLargeAreLeftOutAlone() throws Exception {
    assertThat(deliver(objects(1000), RecordedObjects.MOST_BYTES + 1L))
        .contains("what the mobile objects of rank 1 did takes 17 MB");
    checkRecording();
    assertThat(RecordedObjects.read(folder, 1)).isNull();
  }
}
