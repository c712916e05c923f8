// SPDX-License-Identifier: Apache-2.0
package weft.transport.ucx;

import java.io.IOException;
import java.util.function.IntConsumer;
import weft.transport.ForeignLauncher;
import weft.watch.network.NetworkProvider;
import weft.watch.network.RankNetwork;

/// The transport between processes of several hosts over UCX: InfiniBand, RoCE, or TCP. It needs
/// the library libucp of the system.
@SuppressWarnings("exports") // weft.watch is for transports, not for users
public final class UcxProvider extends NetworkProvider {
  /// The transport's name.
  public static final String NAME = ForeignLauncher.UCX;

  /// Called by the service loader.
  public UcxProvider() {}

  @Override
  public String name() {
    return NAME;
  }

  @Override
  protected RankNetwork open(int ranks) throws IOException {
    return UcxNetwork.open(ranks);
  }

  /// The exit handlers of UCX would run while its threads do.
  @Override
  protected IntConsumer end() {
    return code -> {
      try {
        Libc.exit(code);
      } catch (Throwable e) {
        Runtime.getRuntime().halt(code);
      }
    };
  }
}
