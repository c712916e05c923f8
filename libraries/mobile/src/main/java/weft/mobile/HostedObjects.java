// SPDX-License-Identifier: Apache-2.0
package weft.mobile;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.ServiceLoader;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import weft.WeftException;
import weft.World;
import weft.codec.CodecException;
import weft.codec.Reader;
import weft.codec.Writer;
import weft.layer.Layer;
import weft.mobile.internal.ObjectMoves;
import weft.mobile.internal.protocol.ObjectWord;
import weft.mobile.internal.protocol.Resident;
import weft.mobile.internal.protocol.Router;
import weft.mobile.internal.protocol.StateHosting;
import weft.mobile.residence.KeeperProvider;
import weft.mobile.residence.KeptObject;
import weft.mobile.residence.ObjectHost;
import weft.mobile.residence.ObjectHosts;
import weft.mobile.residence.ObjectKeeper;
import weft.transport.JobSetting;

/// The states of the objects of one rank: in memory, or with a keeper. It alone stands between the
/// protocol and the keeper, in both directions.
final class HostedObjects implements StateHosting, ObjectHost {
  private final World world;
  private final Layer layer;
  private final ObjectTypes types;
  private final ObjectMoves moves;
  private final Reductions reductions;
  private @Nullable Router router;

  /// Keeps objects elsewhere than in memory; null if all are in memory.
  private @Nullable ObjectKeeper keeper;

  HostedObjects(
      World world, Layer layer, ObjectTypes types, ObjectMoves moves, Reductions reductions) {
    this.world = world;
    this.layer = layer;
    this.types = types;
    this.moves = moves;
    this.reductions = reductions;
  }

  /// Sets the router of this rank.
  void connect(Router router) {
    this.router = router;
  }

  private Router router() {
    return Objects.requireNonNull(router);
  }

  /// Offers the objects to a keeper, and finds one if the job wants it.
  void offer() {
    ObjectHosts.set(this);
    if (layer.settings().of(JobSetting.OBJECTS) == null) {
      return;
    }
    for (KeeperProvider provider : ServiceLoader.load(KeeperProvider.class)) {
      provider.keep(this);
      return;
    }
    throw new WeftException(
        "objects larger than memory (--objects) need the module weft.outofcore; add weft-outofcore"
            + " to the program's dependencies");
  }

  /// The keeper; null if all objects are in memory.
  @Nullable ObjectKeeper keeper() {
    return keeper;
  }

  // The rank.

  /// Brings objects whose state has arrived, and returns their number.
  int step() {
    ObjectKeeper keeper = this.keeper;
    return keeper == null ? 0 : keeper.step();
  }

  /// Whether mail waits for objects that are not in memory.
  boolean isDelayed() {
    return keeper != null && router().owed() > 0;
  }

  /// Whether a keeper has objects that are not in memory.
  boolean isKept() {
    return keeper != null;
  }

  /// A handler of an object has returned.
  ///
  /// @param changed whether it may have changed the object
  void ran(Resident object, boolean changed) {
    ObjectKeeper keeper = this.keeper;
    if (keeper != null && router().isHere(object)) {
      keeper.ran(object, changed);
    }
  }

  /// Returns the state of an object that the program is about to use.
  Object use(Resident object) {
    ObjectKeeper keeper = this.keeper;
    if (keeper != null) {
      keeper.use(object);
    }
    return object.state();
  }

  /// The object will be needed soon, if it is here.
  void expect(long word) {
    ObjectKeeper keeper = this.keeper;
    Resident object = router().find(word).here();
    if (keeper != null && object != null && !object.isPresent()) {
      keeper.expected(object);
    }
  }

  /// Moves mail to the store until `isEnough`, the longest first.
  void storeMail(BooleanSupplier isEnough) {
    ObjectKeeper keeper = this.keeper;
    if (keeper == null) {
      return;
    }
    List<Resident> objects = new ArrayList<>();
    router()
        .forEachHere(it -> {
          if (it.waitingBytes() > 0) {
            objects.add(it);
          }
        });
    objects.sort(Comparator.comparingLong(Resident::waitingBytes).reversed());
    for (int i = 0; i < objects.size() && !isEnough.getAsBoolean(); i++) {
      router().store(objects.get(i), keeper);
    }
  }

  /// Encodes the state of an object, or copies it if it is encoded already.
  ///
  /// @param purpose begins with a comma or blank, for the sentence about a failure
  void encode(Resident object, Writer out, String purpose) {
    ObjectKeeper keeper = this.keeper;
    if (keeper != null && !object.isPresent()) {
      keeper.copy(object, out);
      return;
    }
    try {
      out.writeWhole(types.kind(object.type()).codec, object.state());
    } catch (CodecException e) {
      throw new CodecException(
          "rank "
              + layer.rank()
              + " cannot encode "
              + types.name(object)
              + purpose
              + ": "
              + e.getMessage(),
          e);
    }
  }

  /// Decodes the state of an object.
  ///
  /// @param origin begins with a comma or blank, for the sentence about a failure
  private void decode(Resident object, Reader in, String origin) {
    Kind kind = types.kind(object.type());
    try {
      @Nullable Object state = in.readWhole(kind.codec);
      if (state == null) {
        throw new CodecException("it has decoded null");
      }
      object.setState(state);
    } catch (CodecException e) {
      var failure =
          new CodecException(
              "rank "
                  + layer.rank()
                  + " cannot decode "
                  + types.name(object)
                  + origin
                  + ": "
                  + e.getMessage(),
              e);
      throw layer.program().blame(kind.codecPart, failure);
    }
  }

  // The protocol.

  @Override
  public void encode(Resident object, int target, Writer out) {
    encode(object, out, ", which is to go to rank " + target + " and stays");
  }

  @Override
  public void receive(Resident object, int source, Reader in) {
    ObjectKeeper keeper = this.keeper;
    if (keeper != null && !keeper.admits(in.remaining())) {
      var encoded = new byte[Math.toIntExact(in.remaining())];
      in.readRaw(encoded, 0, encoded.length);
      keeper.store(object, encoded);
    } else {
      long bytes = in.remaining();
      decode(object, in, ", which has arrived from rank " + source);
      if (keeper != null) {
        keeper.arrived(object, bytes, true);
      }
    }
  }

  @Override
  public void arrived(Resident object, boolean held) {
    ObjectKeeper keeper = this.keeper;
    if (keeper != null && object.record() == null) {
      keeper.arrived(object, -1, !held || !layer.calls().isStarted());
    }
  }

  @Override
  public void wanted(Resident object) {
    Objects.requireNonNull(keeper).wanted(object);
  }

  @Override
  public void gone(Resident object, boolean ended) {
    ObjectKeeper keeper = this.keeper;
    if (keeper != null) {
      keeper.gone(object);
    }
    if (ended && ObjectWord.isElement(object.word())) {
      reductions.ended(object);
    }
  }

  // The keeper.

  @Override
  public World world() {
    return world;
  }

  @Override
  public void setKeeper(ObjectKeeper keeper) {
    if (this.keeper != null || layer.calls().isStarted()) {
      throw new IllegalStateException(
          "the keeper of the objects of rank "
              + layer.rank()
              + " is set "
              + (this.keeper == null ? "after World.start; set it before" : "twice"));
    }
    this.keeper = keeper;
    router().forEachHere(it -> keeper.arrived(it, -1, true));
  }

  @Override
  public void encode(KeptObject object, Writer out) {
    encode((Resident) object, out, ", which is to leave memory");
  }

  @Override
  public long bytes(KeptObject object) {
    var bytes = types.kind(object.type()).bytes;
    return bytes == null ? -1 : bytes.applyAsLong(((Resident) object).state());
  }

  @Override
  public void leave(KeptObject object) {
    var resident = (Resident) object;
    if (types.kind(object.type()).load != null) {
      resident.keepLoad(types.load(resident, Resident::load));
    }
    resident.leaveState();
  }

  @Override
  public void enter(KeptObject object, Reader in) {
    var resident = (Resident) object;
    decode(resident, in, ", which comes back to memory");
    router().entered(resident);
  }

  @Override
  public void move(KeptObject object, int target) {
    moves.moveIfHere(object.word(), target);
  }

  @Override
  public boolean hasReady() {
    return router().ready() > 0;
  }

  @Override
  public boolean refuse(KeptObject object) {
    if (types.kind(object.type()).undelivered == null) {
      return false;
    }
    return router()
        .refuse((Resident) object, request -> !types.request(request).invoker().isCall());
  }

  @Override
  public String name(KeptObject object) {
    return types.name((Resident) object);
  }

  @Override
  public String typeName(KeptObject object) {
    return types.kind(object.type()).toString();
  }
}
