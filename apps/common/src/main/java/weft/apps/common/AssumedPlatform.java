// SPDX-License-Identifier: Apache-2.0
package weft.apps.common;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import weft.World;
import weft.collective.Group;
import weft.collective.Operator;
import weft.model.Communicator;
import weft.model.Mapping;
import weft.model.Platform;
import weft.model.profile.GivenPlatform;

/// What programs assume about communication when they choose between arrangements: the parameters
/// of the user's profile, or of a common machine, and where the ranks of this job are.
///
/// @param platform the parameters
/// @param ranks the ranks, on their hosts
public record AssumedPlatform(Platform platform, Communicator ranks) {
  /// The same on all ranks. Collective.
  public static AssumedPlatform of(World world, Group group) {
    long[] names = new long[world.size()];
    names[world.rank()] = world.sharesMemory() ? 1 : hostName().hashCode();
    group.allreduce(names, Operator.SUM);
    List<Long> known = new ArrayList<>();
    int[] hosts = new int[names.length];
    for (int rank = 0; rank < names.length; rank++) {
      if (!known.contains(names[rank])) {
        known.add(names[rank]);
      }
      hosts[rank] = known.indexOf(names[rank]);
    }
    Platform platform = GivenPlatform.of(System.getenv(), known.size());
    return new AssumedPlatform(platform, new Communicator(Mapping.of(hosts)));
  }

  private static String hostName() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "";
    }
  }
}
