// SPDX-License-Identifier: Apache-2.0
package weft.model.sheet;

import java.util.List;
import weft.model.CostChannel;
import weft.model.Mapping;
import weft.model.Platform;
import weft.model.TauLopCost.CostTerm;

/// The fixed costs of ranks on their hosts.
///
/// @param platform the costs
/// @param question the hosts of the ranks, and how data is combined
record MappedOverheads(Platform platform, CollectiveQuestion question) implements Overheads {
  private CostChannel channel(int rank, int peer) {
    return platform.channel(channel(rank, peer, 0));
  }

  @Override
  public int channel(int rank, int peer, long bytes) {
    Mapping mapping = question.mapping();
    return mapping.host(rank) == mapping.host(peer) ? Platform.LOCAL : Platform.NETWORK;
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
    return platform.combine(question.operation(), bytes);
  }

  @Override
  public double fold(long bytes, int operands, int targets) {
    return platform.fold(question.operation(), bytes, operands, targets, !question.isRegistered());
  }

  @Override
  public List<CostTerm> foldTerms(long bytes, int operands, int targets) {
    return platform.foldTerms(
        question.operation(), bytes, operands, targets, !question.isRegistered());
  }
}
