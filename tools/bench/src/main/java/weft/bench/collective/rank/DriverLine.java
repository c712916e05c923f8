// SPDX-License-Identifier: Apache-2.0
package weft.bench.collective.rank;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import weft.bench.collective.Answer;

/// A rank's connection to its driver. The rank executes requests until the driver sends stop.
public final class DriverLine implements AutoCloseable {
  private final SocketChannel channel;
  private final BufferedReader reader;

  /// Connects, and sends the rank.
  public DriverLine(Path socket, int rank) throws IOException {
    channel = SocketChannel.open(UnixDomainSocketAddress.of(socket));
    reader = new BufferedReader(Channels.newReader(channel, StandardCharsets.UTF_8));
    say("rank " + rank);
  }

  private void say(String line) throws IOException {
    var bytes = ByteBuffer.wrap((line + "\n").getBytes(StandardCharsets.UTF_8));
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
  }

  /// Executes requests; returns when the driver says stop or is gone.
  public void obey(Map<String, Errand> errands) throws IOException {
    for (String line = reader.readLine();
        line != null && !line.equals("stop");
        line = reader.readLine()) {
      String[] words = line.split(" ");
      Errand errand = errands.get(words[0]);
      say(
          errand == null
              ? Answer.failed("this job does not know how to " + words[0])
              : errand.run(words));
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
