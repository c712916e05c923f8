// SPDX-License-Identifier: Apache-2.0
package weft.recording;

import static weft.recording.RecordingLayout.*;

import java.io.DataOutputStream;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.util.List;
import weft.WeftException;
import weft.transport.job.Handshake;
import weft.transport.job.LastWork;
import weft.transport.job.TemporaryFolder;

/// The recording of a rank whose host shares no files with the launcher of the job. It is kept in a
/// folder of this process, and delivered to a [RecordingReceiver] when the rank or its JVM ends.
final class RecordingDelivery {
  private static final int CONNECT_MILLIS = 2_000;
  private static final int ANSWER_MILLIS = 10_000;
  private static final int PIECE = 1 << 16;

  private final Path folder;
  private final int rank;
  private final String token;
  private final int port;
  private final List<String> addresses;

  // Guarded by this.
  private boolean over;

  private RecordingDelivery(Path folder, int rank, List<String> home) {
    this.folder = folder;
    this.rank = rank;
    this.token = home.getFirst();
    this.port = Integer.parseInt(home.get(1));
    this.addresses = home.subList(2, home.size());
  }

  /// Makes the folder in which `rank` records. `home` is the value of [RecordingReceiver#home].
  ///
  /// @throws WeftException if the folder cannot be created
  static RecordingDelivery open(String home, int rank) {
    List<String> parts = List.of(home.split(",", -1));
    if (parts.size() < 2 || !parts.get(1).matches("\\d{1,5}")) {
      throw new WeftException(
          weft.transport.JobVariables.RECORD_HOME
              + " is \""
              + home
              + "\"; weft run sets it, and nobody else should");
    }
    Path folder = TemporaryFolder.create(JobRecording.PURPOSE);
    var delivery = new RecordingDelivery(folder, rank, parts);
    try {
      Runtime.getRuntime().addShutdownHook(new Thread(delivery::deliver, "weft-deliver-recording"));
    } catch (IllegalStateException e) {
      delivery.deliver();
      throw e;
    }
    LastWork.set(delivery::deliver);
    return delivery;
  }

  Path folder() {
    return folder;
  }

  /// Delivers the recording, once, and removes the folder.
  synchronized void deliver() {
    if (over) {
      return;
    }
    over = true;
    Path file = folder.resolve(RecordingLayout.file(rank));
    RecordedRank recorded = RecordedRank.read(file);
    if (recorded != null) {
      deliver(file, recorded);
    }
    TemporaryFolder.delete(folder);
  }

  private void deliver(Path file, RecordedRank recorded) {
    var reasons = new StringBuilder();
    var handshake = new Handshake(token, Handshake.Purpose.RECORDING, rank, Handshake.LAUNCHER);
    for (String address : addresses) {
      var launcher = new InetSocketAddress(address, port);
      try (Socket socket = handshake.connect(launcher, CONNECT_MILLIS, ANSWER_MILLIS)) {
        send(file, recorded, socket);
        return;
      } catch (IOException e) {
        reasons.append("; ").append(address).append(": ").append(e.getMessage());
      }
    }
    System.err.println(
        "weft: the recording of rank "
            + rank
            + " could not be sent to the launcher, at port "
            + port
            + reasons
            + ". Let the hosts of a job connect to its launcher's host");
  }

  private void send(Path file, RecordedRank recorded, Socket socket) throws IOException {
    var out = new DataOutputStream(socket.getOutputStream());
    long capacity = recorded.word(H_CAPACITY);
    long used = bytes(recorded.size(), Math.min(capacity, recorded.events()));
    out.writeLong(bytes(recorded.size(), capacity));
    out.writeLong(used);
    out.flush();
    try (InputStream in = new FileInputStream(file.toFile())) {
      var piece = new byte[PIECE];
      for (long left = used; left > 0; ) {
        int read = in.read(piece, 0, (int) Math.min(PIECE, left));
        if (read < 0) {
          throw new IOException("the recording has become shorter");
        }
        out.write(piece, 0, read);
        left -= read;
      }
    }
    byte[] objects = RecordedObjects.bytes(folder, rank);
    out.writeInt(objects.length);
    out.write(objects);
    out.flush();
    if (socket.getInputStream().read() != 1) {
      throw new IOException("it was not taken");
    }
  }
}
