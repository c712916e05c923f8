// SPDX-License-Identifier: Apache-2.0
package weft.stress.litmus;

import java.io.IOException;

/// Two processes send each other records of random sizes as fast as they can, and check every word
/// of every record.
///
/// Started twice, with the arguments file, rank (0 and 1), bytes of a ring, seed, milliseconds.
public final class MessagePassing extends Side {
  private MessagePassing(String[] args) throws IOException {
    super(args);
  }

  /// Runs one of the two processes; the exit code is not 0 if a check failed.
  public static void main(String[] args) throws IOException {
    var side = new MessagePassing(args);
    side.run();
    System.out.println(side.summary());
  }

  private void run() {
    int burst = 1;
    int idle = 0;
    while (!isOver()) {
      // Bursts of all lengths: the reader finds rings empty, half full and full.
      burst = burst % 97 + 1;
      int sent = 0;
      while (sent < burst && send()) {
        sent++;
      }
      idle = poll() + sent > 0 ? 0 : idle + 1;
      giveWay(idle);
    }
    while (!isDone()) {
      sendEnd();
      idle = poll() > 0 ? 0 : idle + 1;
      giveWay(idle);
    }
  }

  /// If there is only one processor, the other process needs it.
  private static void giveWay(int idle) {
    if (idle > 1000) {
      Thread.yield();
    }
  }
}
