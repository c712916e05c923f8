// SPDX-License-Identifier: Apache-2.0
package weft.watch;

import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// [AllGather]s between ranks that are threads of this JVM.
final class SharedAllGather {
  private static final int PATIENCE_SECONDS = 600;

  private final byte[][] told;
  private final CyclicBarrier barrier;

  SharedAllGather(int size) {
    told = new byte[size][];
    barrier = new CyclicBarrier(size);
  }

  /// That of `rank`.
  AllGather of(int rank) {
    return mine -> {
      told[rank] = mine;
      await();
      byte[][] all = told.clone();
      await();
      return all;
    };
  }

  private void await() {
    try {
      barrier.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException | BrokenBarrierException | TimeoutException e) {
      throw new IllegalStateException(e);
    }
  }
}
