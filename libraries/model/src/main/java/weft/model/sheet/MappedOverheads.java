// SPDX-License-Identifier: Apache-2.0
package weft.model.sheet;

import org.jspecify.annotations.Nullable;
import weft.model.CostChannel;
import weft.model.Mapping;
import weft.model.Platform;

/// The fixed costs of ranks on their hosts.
///
/// @param platform the costs
/// @param mapping the host of each rank
/// @param operation how data is combined
record MappedOverheads(Platform platform, Mapping mapping, @Nullable String operation)
    implements Overheads {
  private CostChannel channel(int rank, int peer) {
    return platform.channel(
        mapping.host(rank) == mapping.host(peer) ? Platform.LOCAL : Platform.NETWORK);
  }

  @Override
  public double overhead(int rank, int peer, long bytes) {
    return channel(rank, peer).step(bytes);
  }

  @Override
  public double busy(int rank, int peer, long bytes) {
    return channel(rank, peer).busy(bytes);
  }

  @Override
  public double start() {
    return platform.calls().start();
  }

  @Override
  public double combine(long bytes) {
    return platform.combine(operation, bytes);
  }

  @Override
  public double fold(long bytes, int operands, int targets) {
    return platform.fold(operation, bytes, operands, targets);
  }
}
