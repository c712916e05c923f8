// SPDX-License-Identifier: Apache-2.0
package weft.outofcore;

import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import weft.WeftException;
import weft.World;
import weft.layer.BackgroundTask;
import weft.layer.Layer;
import weft.mobile.MobileObjects;
import weft.mobile.residence.ObjectHost;
import weft.mobile.residence.ObjectHosts;
import weft.outofcore.internal.Keeper;
import weft.outofcore.internal.KeeperCounts;
import weft.outofcore.internal.Roles;
import weft.outofcore.store.Store;
import weft.outofcore.store.StoreCounts;

/// Keeps a part of a rank's mobile objects in memory, and the others on disk, where they wait until
/// they have mail. `weft run --objects SIZE` does the same for any program, and takes precedence.
///
/// ```java
/// var objects = MobileObjects.of(world);
/// Residence.of(objects).limit(256 << 20);
/// ```
///
/// Objects count as many bytes as their encoding has, or as [weft.mobile.MobileType#bytes] says.
/// One that the program has created may be held by the program, so it stays in memory until the
/// next step of the rank's objects; elements that the function of [weft.mobile.MobileType#array]
/// makes go at once. The files have no names, and nothing is left of them when the job ends,
/// however it ends (MRTS, DMCS section 6.3).
public final class Residence {
  /// The bytes that may wait to be written, if the limit is large; they are beside it.
  private static final long MOST_WAITING = 16L << 20;

  private static final long LEAST_WAITING = 256L << 10;

  private final ObjectHost host;
  private SettingsKeeper.StorePlan plan;
  private boolean isUsersChoice;
  private int servers;
  private long limit;
  private @Nullable Keeper keeper;

  private Residence(ObjectHost host) {
    this.host = host;
    this.plan = SettingsKeeper.StorePlan.of(Layer.of(host.world()));
  }

  /// The residence of a rank's objects. Nothing changes before [#limit].
  public static Residence of(MobileObjects objects) {
    ObjectHost host = ObjectHosts.get(objects.world());
    if (host == null) {
      throw new IllegalStateException("the rank has no mobile objects");
    }
    return of(host);
  }

  static Residence of(ObjectHost host) {
    return Layer.of(host.world()).keep("Residence.of", Residence.class, () -> new Residence(host));
  }

  /// Keeps the files of the objects in `folder`, which is made if it does not exist, unless
  /// `--store` names another one. Call it before [#limit].
  public Residence in(Path folder) {
    if (keeper != null && !isUsersChoice) {
      throw new IllegalStateException(
          "Residence.in was called after Residence.limit on rank "
              + host.world().rank()
              + "; call it before");
    }
    if (Layer.of(host.world()).settings().of(weft.transport.JobSetting.STORE) == null) {
      plan = new SettingsKeeper.StorePlan(folder, plan.limit(), plan.direct());
    }
    return this;
  }

  /// Keeps at most `bytes` bytes of this rank's objects in memory, unless `--objects` gives another
  /// limit. Call it before [World#start], on the ranks where it is to hold.
  ///
  /// @throws WeftException if no file can be made for the others
  public Residence limit(long bytes) {
    if (bytes < 1) {
      throw new IllegalArgumentException(
          "a limit of " + bytes + " bytes for objects was given; give 1 or more");
    }
    if (!isUsersChoice) {
      keepWithin(bytes);
    }
    return this;
  }

  /// Makes ranks 0 to `count − 1` servers, and the others engines: a server keeps its objects on
  /// disk and runs none. An object that gets mail *percolates*: it moves to an engine with its
  /// mail, which handles that within the limit, and then moves back to a server. Call it before
  /// [#limit], on every rank. `--objects` alone has no servers.
  ///
  /// @throws IllegalArgumentException if no rank is left for an engine
  public Residence servers(int count) {
    int ranks = host.world().size();
    if (count < 0 || count >= ranks) {
      throw new IllegalArgumentException(
          count + " of " + ranks + " ranks as servers were asked for; give 0 to " + (ranks - 1));
    }
    if (keeper != null) {
      throw new IllegalStateException(
          "Residence.servers was called on rank "
              + host.world().rank()
              + " when a limit was set; call it before, and without --objects");
    }
    servers = count;
    return this;
  }

  /// The limit in bytes; 0 if all objects are in memory.
  public long limit() {
    return keeper == null ? 0 : limit;
  }

  /// As the settings of the job say.
  void keep(long bytes, SettingsKeeper.StorePlan plan) {
    this.plan = plan;
    keepWithin(bytes);
    isUsersChoice = true;
  }

  private void keepWithin(long bytes) {
    World world = host.world();
    Layer layer = Layer.of(world);
    Store store;
    try {
      store =
          new Store(
              plan.folder(),
              plan.direct(),
              plan.limit(),
              Math.clamp(bytes / 8, LEAST_WAITING, MOST_WAITING),
              "weft-store-" + world.rank() + "-",
              () -> BackgroundTask.offer(world, () -> {}));
    } catch (IOException e) {
      throw new WeftException(
          "rank "
              + world.rank()
              + " cannot keep objects on disk: "
              + e.getMessage()
              + "; give another folder (--store)",
          e);
    }
    if (plan.direct() && !store.isDirect() && world.rank() == 0) {
      System.err.println(
          "weft: the file system of "
              + plan.folder()
              + " does not allow --store-direct; objects go through the page cache");
    }
    var keeper = new Keeper(host, bytes, new Roles(world.rank(), world.size(), servers), store);
    host.setKeeper(keeper);
    layer.waiting().describe(keeper::describe);
    layer.moments().whenClosed(store::close); // messages come until then
    this.keeper = keeper;
    this.limit = bytes;
  }

  /// Returns what was done on this rank.
  public ResidenceCounters counters() {
    Keeper keeper = this.keeper;
    if (keeper == null) {
      return new ResidenceCounters(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    }
    KeeperCounts counts = keeper.counts();
    StoreCounts moved = keeper.opened().counts();
    return new ResidenceCounters(
        counts.resident(),
        counts.absent(),
        counts.entered(),
        counts.left(),
        counts.waited(),
        counts.refused(),
        counts.mail(),
        counts.mailStored(),
        moved.bytesRead(),
        moved.bytesWritten(),
        1e-9 * (moved.nanosReading() + moved.nanosWriting()),
        keeper.opened().length());
  }
}
