// SPDX-License-Identifier: Apache-2.0
package weft.watch;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import weft.WeftException;
import weft.transport.JobVariables;
import weft.transport.host.PortRange;
import weft.transport.job.Proof;

/// The address at which rank 0 waits for the others, as [JobVariables#ADDRESS] gives it.
///
/// @param host a name or an address
/// @param port the port; 0 if it follows from the token
/// @param range the ports among which it then is; [PortRange#ANY] for the usual ones
record RootAddress(String host, int port, PortRange range) {
  /// Below the ports that Linux gives to connections, so that these do not take it.
  private static final int FIRST_PORT = 23_000;

  private static final int PORTS = 9_000;

  /// The number of ports of one job. Another job may have the first.
  private static final int TRIED = 8;

  /// The same in a range, where the ranks of other jobs listen, too.
  private static final int TRIED_IN_RANGE = 64;

  private static final int MOST_PORT = 0xffff;

  private static final Pattern BRACKETS = Pattern.compile("\\[([^\\]]+)\\](?::(\\d{1,5}))?");
  private static final Pattern NAME = Pattern.compile("([^:\\[\\]\\s]+)(?::(\\d{1,5}))?");
  private static final Pattern NUMBERS =
      Pattern.compile("[0-9a-fA-F]*:[0-9a-fA-F:.]*:[0-9a-fA-F.]*");

  /// Parses `HOST`, `HOST:PORT`, or `[IPV6]:PORT`.
  ///
  /// @throws WeftException if it is none of these
  static RootAddress parse(String text) {
    return parse(text, PortRange.ANY);
  }

  /// The same, where a port that is not given is one of `range`.
  static RootAddress parse(String text, PortRange range) {
    for (Pattern form : List.of(BRACKETS, NAME)) {
      Matcher matcher = form.matcher(text);
      if (matcher.matches()) {
        String port = matcher.group(2);
        int number = port == null ? 0 : Integer.parseInt(port);
        if (number <= MOST_PORT && (port == null || number > 0)) {
          return new RootAddress(matcher.group(1), number, range);
        }
      }
    }
    if (NUMBERS.matcher(text).matches()) {
      return new RootAddress(text, 0, range);
    }
    throw new WeftException(
        JobVariables.ADDRESS
            + " is \""
            + text
            + "\"; it must be the address of rank 0: HOST or HOST:PORT, such as node1:7700");
  }

  /// The ports to try, in this order.
  List<Integer> ports(String token) {
    if (port > 0) {
      return List.of(port);
    }
    boolean isUsual = range.size() == 0;
    int first = isUsual ? FIRST_PORT : range.first();
    int all = isUsual ? PORTS : range.size();
    int tried = isUsual ? TRIED : Math.min(all, TRIED_IN_RANGE);
    int number = ByteBuffer.wrap(Proof.of(token, "port")).getInt() >>> 1;
    var ports = new ArrayList<Integer>();
    for (int i = 0; i < tried; i++) {
      ports.add(first + (number % all + i) % all);
    }
    return ports;
  }

  /// Where rank 0 listens: at all addresses, unless all ranks are on its host.
  List<InetSocketAddress> places(String token) {
    boolean isHere = host.equals("localhost") || host.startsWith("127.") || host.equals("::1");
    InetAddress loopback = InetAddress.getLoopbackAddress();
    return ports(token).stream()
        .map(it -> isHere ? new InetSocketAddress(loopback, it) : new InetSocketAddress(it))
        .toList();
  }

  /// The address for a sentence.
  String text(String token) {
    return host + ", port " + ports(token).getFirst();
  }
}
