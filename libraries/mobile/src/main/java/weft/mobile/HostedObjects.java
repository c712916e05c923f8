// SPDX-License-Identifier: Apache-2.0
package weft.mobile;

import java.util.ServiceLoader;
import weft.WeftException;
import weft.World;
import weft.codec.Reader;
import weft.codec.Writer;
import weft.mobile.internal.protocol.Resident;
import weft.mobile.residence.KeeperProvider;
import weft.mobile.residence.KeptObject;
import weft.mobile.residence.ObjectHost;
import weft.mobile.residence.ObjectHosts;
import weft.mobile.residence.ObjectKeeper;
import weft.transport.JobSetting;

/// The objects of one rank, as a keeper sees them.
final class HostedObjects implements ObjectHost {
  private final ObjectRank rank;

  private HostedObjects(ObjectRank rank) {
    this.rank = rank;
  }

  /// Offers the objects of `rank` to a keeper, and finds one if the job wants it.
  static void offer(ObjectRank rank) {
    var host = new HostedObjects(rank);
    ObjectHosts.set(host);
    if (rank.layer.settings().of(JobSetting.OBJECTS) == null) {
      return;
    }
    for (KeeperProvider provider : ServiceLoader.load(KeeperProvider.class)) {
      provider.keep(host);
      return;
    }
    throw new WeftException(
        "objects larger than memory (--objects) need the module weft.outofcore; add weft-outofcore"
            + " to the program's dependencies");
  }

  @Override
  public World world() {
    return rank.world;
  }

  @Override
  public void setKeeper(ObjectKeeper keeper) {
    if (rank.keeper != null || rank.layer.calls().isStarted()) {
      throw new IllegalStateException(
          "the keeper of the objects of rank "
              + rank.rank()
              + " is set "
              + (rank.keeper == null ? "after World.start; set it before" : "twice"));
    }
    rank.keeper = keeper;
    rank.router.forEachHere(it -> keeper.arrived(it, -1, true));
  }

  @Override
  public void encode(KeptObject object, Writer out) {
    rank.encode((Resident) object, out, ", which is to leave memory");
  }

  @Override
  public long bytes(KeptObject object) {
    var bytes = rank.kind(object.type()).bytes;
    return bytes == null ? -1 : bytes.applyAsLong(((Resident) object).state());
  }

  @Override
  public void leave(KeptObject object) {
    var resident = (Resident) object;
    if (rank.kind(object.type()).load != null) {
      resident.keepLoad(Balancing.load(rank, resident, Resident::load));
    }
    resident.leaveState();
  }

  @Override
  public void enter(KeptObject object, Reader in) {
    var resident = (Resident) object;
    rank.decode(resident, in, ", which comes back to memory");
    rank.router.entered(resident);
  }

  @Override
  public void move(KeptObject object, int target) {
    rank.moveIfHere(object.word(), target);
  }

  @Override
  public boolean hasReady() {
    return rank.router.ready() > 0;
  }

  @Override
  public boolean refuse(KeptObject object) {
    if (rank.kind(object.type()).undelivered == null) {
      return false;
    }
    return rank.router.refuse(
        (Resident) object, request -> !rank.request(request).invoker().isCall());
  }

  @Override
  public String name(KeptObject object) {
    return rank.name(object.word());
  }

  @Override
  public String typeName(KeptObject object) {
    return rank.kind(object.type()).toString();
  }
}
