// SPDX-License-Identifier: Apache-2.0
package weft.mobile;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import weft.WeftException;
import weft.checkpoint.part.CheckpointPart;
import weft.checkpoint.part.PartReader;
import weft.checkpoint.part.PartWriter;
import weft.checkpoint.part.SavedEntries;
import weft.codec.CodecException;
import weft.codec.Reader;
import weft.codec.Writer;
import weft.mobile.internal.ArrayEntry;
import weft.mobile.internal.DealtObjects;
import weft.mobile.internal.protocol.Resident;
import weft.mobile.internal.protocol.SavedObjects;

/// The mobile objects of one rank as a part of checkpoints. Its entries are the objects; its header
/// holds what the rank knows as a home.
final class ObjectsPart implements CheckpointPart {
  private final ObjectRank rank;
  private final SavedObjects saved;

  /// The types whose objects a restart drops.
  private final Set<String> dropped = new HashSet<>();

  ObjectsPart(ObjectRank rank) {
    this.rank = rank;
    this.saved = rank.router.saved();
  }

  @Override
  public String name() {
    return "mobile objects";
  }

  @Override
  public Map<String, String> shapes() {
    var shapes = new LinkedHashMap<String, String>();
    for (Kind kind : rank.types.kinds) {
      shapes.put(SavedTypes.TYPE + kind.name, kind.number + " " + kind.codec.signature());
    }
    for (int number = 0; number < rank.types.requestCount(); number++) {
      Request request = rank.types.request(number);
      shapes.put(
          SavedTypes.REQUEST + request.kind().name + "." + request.name(),
          number + " " + request.shape());
    }
    for (ArrayEntry array : rank.types.arrays) {
      shapes.put(
          SavedTypes.ARRAY + array.name(),
          array.number() + " " + array.size() + " elements of " + array.type());
    }
    rank.reductions().saved().describe(shapes::put);
    return shapes;
  }

  @Override
  public void pause() {
    rank.runner.pause();
  }

  @Override
  public void resume() {
    rank.runner.suspend(false);
  }

  @Override
  public boolean isBusy() {
    return rank.runner.isBusy();
  }

  @Override
  public void whenBusy(@Nullable Runnable look) {
    rank.runner.whenBusy(look);
  }

  @Override
  public void whenWaiting(@Nullable Runnable look) {
    rank.runner.whenWaiting(look);
  }

  @Override
  public @Nullable String obstacle() {
    for (var it : rank.obstacles) {
      String obstacle = it.get();
      if (obstacle != null) {
        return obstacle;
      }
    }
    return null;
  }

  @Override
  public void forget() {
    rank.compaction.forget();
  }

  // Saving.

  @Override
  public void save(PartWriter out) throws IOException {
    List<Resident> objects = new ArrayList<>();
    rank.router.forEachHere(objects::add);
    objects.sort(Comparator.comparingLong(Resident::word));
    var body = new Writer();
    for (Resident object : objects) {
      body.clear();
      saved.write(object, body);
      rank.hosted.encode(object, body, " for a checkpoint");
      double load = rank.types.load(object, it -> it.load() > 0 ? it.load() : it.loadBefore());
      out.entry(object.word(), object.type(), load, body);
    }
    var header = new Writer();
    saved.writeHeader(header);
    rank.reductions().saved().write(header);
    header.writeSize(rank.types.formerSerials.size());
    rank.types.formerSerials.forEach((creator, serial) -> {
      header.writeInt(creator);
      header.writeLong(serial);
    });
    out.header(header);
  }

  // Restoring.

  @Override
  public void restore(PartReader in) throws IOException {
    if (saved.isUsed()) {
      throw new WeftException(
          "rank "
              + rank.rank()
              + " has created objects, or sent to objects, before Checkpoints.restored; call that"
              + " first");
    }
    SavedTypes types = SavedTypes.of(rank, shapes(), in.shapes(), dropped);
    saved.clear(types::isOfNewArray);
    rank.types.arrays.forEach(it -> {
      if (!types.isNew(it)) {
        it.members().clear();
      }
    });
    List<SavedEntries> entries = new ArrayList<>();
    for (int i = 0; i < in.ranks(); i++) {
      entries.add(in.entries(i));
    }
    if (rank.rank() == 0) {
      tell(types, entries);
    }
    DealtObjects dealt = DealtObjects.deal(entries, rank.layer.size());
    dealt.forEach((source, entry, holder) -> {
      if (!types.isDroppedType(entries.get(source).kind(entry))) {
        saved.place(entries.get(source).key(entry), holder);
      }
    });
    restoreHeaders(in, types);
    dealt.forEach((source, entry, holder) -> {
      if (holder == rank.rank() && !types.isDroppedType(entries.get(source).kind(entry))) {
        restore(in.read(source, entry), types, entries.get(source).weight(entry));
      }
    });
  }

  /// Lets a restart drop objects of type `name`.
  void drop(String name) {
    dropped.add(name);
  }

  /// Says how many objects of which types are dropped.
  private void tell(SavedTypes types, List<SavedEntries> entries) {
    types
        .droppedTypes()
        .forEach((type, name) -> {
          long count = 0;
          for (SavedEntries it : entries) {
            for (int i = 0; i < it.count(); i++) {
              count += it.kind(i) == type ? 1 : 0;
            }
          }
          System.err.println(
              "weft: Drops "
                  + count
                  + (count == 1 ? " object" : " objects")
                  + " of type \""
                  + name
                  + "\", which the program does not have any more.");
        });
  }

  private void restoreHeaders(PartReader in, SavedTypes types) throws IOException {
    rank.reductions().saved().restore();
    Map<Integer, Long> serials = new HashMap<>();
    for (int i = 0; i < in.ranks(); i++) {
      Reader header = in.header(i);
      if (header.remaining() == 0) {
        continue; // it was saved without mobile objects
      }
      serials.put(i, saved.readHeader(header, types::change, types::isDroppedElement));
      rank.reductions().saved().read(header, i, types::isDroppedReduction);
      for (int j = header.readSize(12); j > 0; j--) {
        serials.putIfAbsent(header.readInt(), header.readLong());
      }
    }
    serials.forEach((creator, serial) -> {
      if (creator == rank.rank()) {
        saved.continueSerials(serial);
      } else if (creator >= rank.layer.size()) {
        rank.types.formerSerials.put(creator, serial);
      }
    });
  }

  private void restore(Reader in, SavedTypes types, double load) {
    Resident object = saved.read(in, types::type, types::change, rank.layer.size());
    Kind kind = rank.types.kind(object.type());
    try {
      @Nullable Object state = types.decode(kind, in);
      if (state == null) {
        throw new CodecException("it has decoded null");
      }
      object.setState(state);
    } catch (CodecException e) {
      throw new CodecException(
          "rank "
              + rank.rank()
              + " cannot decode "
              + rank.types.names.of(kind.name, object.word())
              + " of a checkpoint: "
              + e.getMessage(),
          e);
    }
    if (kind.load == null) {
      object.addLoad(load);
    }
    saved.settle(object);
  }

  @Override
  public void restored() {
    rank.reductions().saved().restored();
  }
}
