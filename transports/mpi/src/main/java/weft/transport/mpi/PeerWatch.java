// SPDX-License-Identifier: Apache-2.0
package weft.transport.mpi;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import weft.transport.FailureReport;
import weft.transport.Transport.Watcher;

/// Notices that ranks fail, and tells.
final class PeerWatch implements AutoCloseable {
  private @Nullable Watcher watcher;
  private @Nullable FailureReport failure;

  private PeerWatch() {}

  static PeerWatch open(int rank, int size, Map<String, String> environment, Exchange exchange) {
    return new PeerWatch();
  }

  synchronized void connect(Watcher watcher) {
    this.watcher = watcher;
  }

  synchronized void fail(FailureReport report) {
    if (failure == null) {
      failure = report;
      System.err.println("weft: " + report.sentence() + "\n" + report.stack());
      if (watcher != null) {
        watcher.failed(report);
      }
    }
  }

  void finished() {}

  @Override
  public void close() {}
}
