// SPDX-License-Identifier: Apache-2.0
package weft.transport.tcp;

import java.io.IOException;
import weft.watch.network.NetworkProvider;
import weft.watch.network.RankNetwork;

/// The transport between processes of one host or several, over TCP. It needs nothing but the JDK.
@SuppressWarnings("exports") // weft.watch is for transports, not for users
public final class TcpProvider extends NetworkProvider {
  /// The transport's name.
  public static final String NAME = "tcp";

  /// Called by the service loader.
  public TcpProvider() {}

  @Override
  public String name() {
    return NAME;
  }

  @Override
  protected RankNetwork open(int ranks) throws IOException {
    return TcpNetwork.open(ranks);
  }
}
