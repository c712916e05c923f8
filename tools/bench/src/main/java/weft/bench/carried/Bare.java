// SPDX-License-Identifier: Apache-2.0
package weft.bench.carried;

import org.jspecify.annotations.Nullable;
import weft.bench.pair.BenchBoard;
import weft.bench.pair.SliceWork;
import weft.bench.pair.Way;

/// Messages between two ranks by a lower layer alone, in the processes of Weft: another pair would
/// differ by more than Weft's own time, because compiled code and memory addresses differ between
/// pairs. No handler runs. Messages are rewritten each time, as in a real program: reading data
/// that another processor has just written takes longer than reading unchanged data.
interface Bare extends AutoCloseable {
  /// Messages as those of requests.
  Way requests();

  /// Messages as those of puts with a request.
  Way putOps();

  /// Messages in one direction in fewer calls than one for each, if the layer has streams.
  default @Nullable SliceWork stream(BenchBoard board) {
    return null;
  }

  /// Ends the exchange before Weft ends. Collective.
  @Override
  default void close() {}
}
