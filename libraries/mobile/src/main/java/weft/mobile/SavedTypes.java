// SPDX-License-Identifier: Apache-2.0
package weft.mobile;

import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import weft.WeftException;
import weft.codec.Reader;
import weft.mobile.internal.ArrayEntry;
import weft.mobile.internal.protocol.MailLayout;
import weft.mobile.internal.protocol.ObjectWord;

/// The types, requests, arrays and reductions of a checkpoint, matched by name with those of this
/// program. A program may have become larger: what it has in addition does no harm.
final class SavedTypes {
  static final String TYPE = "type ";
  static final String REQUEST = "request ";
  static final String ARRAY = "array ";
  private static final String REDUCTION = SavedReductions.NAME;

  private static final int NONE = -1;

  private final ObjectRank rank;

  /// The number here of each type and request there.
  private final Map<Integer, Integer> types = new HashMap<>();

  private final Map<Integer, Integer> requests = new HashMap<>();

  /// The names there of requests that are missing here, or are different.
  private final Map<Integer, String> missing = new HashMap<>();

  /// Per type here: how its objects are decoded.
  private final Map<Integer, Function<Reader, Object>> decoders = new HashMap<>();

  /// The numbers there of types, arrays and reductions that the program has dropped, and the names
  /// of these types and arrays.
  private final Map<Integer, String> droppedTypes = new TreeMap<>();

  private final Map<Integer, String> droppedArrays = new TreeMap<>();
  private final Set<Integer> droppedReductions = new HashSet<>();
  private final Set<String> savedArrays = new HashSet<>();

  private SavedTypes(ObjectRank rank) {
    this.rank = rank;
  }

  /// Compares what was saved with this program.
  ///
  /// @param dropped the types that the program has dropped, by name
  /// @throws WeftException if objects or elements of the checkpoint cannot live in it
  static SavedTypes of(
      ObjectRank rank, Map<String, String> now, Map<String, String> shapes, Set<String> dropped) {
    var made = new SavedTypes(rank);
    shapes.forEach((name, shape) -> {
      if (name.startsWith(ARRAY)) {
        made.savedArrays.add(name.substring(ARRAY.length()));
      }
      if (name.startsWith(TYPE)) {
        made.addType(name.substring(TYPE.length()), shape, dropped);
      } else if (name.startsWith(REQUEST)) {
        made.addRequest(name, shape, now.get(name));
      } else if (name.startsWith(ARRAY) && made.isOfDropped(shape)) {
        made.droppedArrays.put(number(shape), name.substring(ARRAY.length()));
      } else if (name.startsWith(REDUCTION) && made.isOverDropped(name)) {
        made.droppedReductions.add(number(shape));
      } else if (!isSame(name, shape, now.get(name))) {
        throw made.different(name, shape, now.get(name));
      }
    });
    return made;
  }

  /// An earlier version of Weft has noted of a reduction only its number.
  private static boolean isSame(String name, String shape, @Nullable String now) {
    return now != null
        && (shape.equals(now) || name.startsWith(REDUCTION) && now.startsWith(shape + " "));
  }

  private boolean isOfDropped(String array) {
    return droppedTypes.values().stream().anyMatch(it -> array.endsWith(" elements of " + it));
  }

  private boolean isOverDropped(String reduction) {
    String named = reduction.substring(REDUCTION.length());
    return droppedArrays.values().stream().anyMatch(it -> named.startsWith(it + "."));
  }

  /// Whether objects of this type there are dropped.
  boolean isDroppedType(int type) {
    return droppedTypes.containsKey(type);
  }

  /// Whether this word names an element of an array that is dropped.
  boolean isDroppedElement(long word) {
    return ObjectWord.isElement(word) && droppedArrays.containsKey(ObjectWord.owner(word));
  }

  /// Whether the checkpoint knows nothing of this array, so that it begins as in a new run.
  boolean isNew(ArrayEntry array) {
    return !savedArrays.contains(array.name());
  }

  /// Whether a word names an element of a new array.
  boolean isOfNewArray(long word) {
    return ObjectWord.isElement(word) && isNew(rank.types.arrays.get(ObjectWord.owner(word)));
  }

  /// Whether the reduction of this number there is dropped.
  boolean isDroppedReduction(int number) {
    return droppedReductions.contains(number);
  }

  /// The names of the dropped types, by number there.
  Map<Integer, String> droppedTypes() {
    return droppedTypes;
  }

  private WeftException different(String name, String shape, @Nullable String now) {
    return new WeftException(
        "the checkpoint has the "
            + name
            + " as "
            + shape
            + ", and this program "
            + (now == null ? "has none of that name" : "as " + now)
            + "; register the same arrays and reductions, in the same order, with the same sizes and"
            + " kinds of values");
  }

  private static int number(String shape) {
    int end = shape.indexOf(' ');
    return Integer.parseInt(end < 0 ? shape : shape.substring(0, end));
  }

  private void addType(String name, String shape, Set<String> dropped) {
    String signature = shape.substring(shape.indexOf(' ') + 1);
    for (Kind kind : rank.types.kinds) {
      if (kind.name.equals(name)) {
        types.put(number(shape), kind.number);
        Function<Reader, Object> earlier = kind.earlier.get(signature);
        if (kind.codec.signature().equals(signature)) {
          decoders.put(kind.number, in -> in.readWhole(kind.codec));
        } else if (earlier != null) {
          decoders.put(kind.number, earlier);
        } else {
          throw new WeftException(
              "objects of type \""
                  + name
                  + "\" were saved by the codec "
                  + signature
                  + ", and the program now has "
                  + kind.codec.signature()
                  + "; let the type read both (MobileType.accepts)");
        }
        return;
      }
    }
    if (dropped.contains(name)) {
      droppedTypes.put(number(shape), name);
      return;
    }
    throw new WeftException(
        "the checkpoint has objects of type \""
            + name
            + "\", which this program does not register; register it, or let the objects be dropped"
            + " (MobileObjects.drops)");
  }

  private void addRequest(String name, String shape, @Nullable String now) {
    String arguments = shape.substring(shape.indexOf(' '));
    if (now != null && now.substring(now.indexOf(' ')).equals(arguments)) {
      requests.put(number(shape), number(now));
    } else {
      missing.put(number(shape), name.substring(REQUEST.length()));
    }
  }

  /// The number here of type `type` there.
  int type(int type) {
    return types.getOrDefault(type, NONE);
  }

  private int request(int request) {
    Integer here = requests.get(request);
    if (here == null) {
      throw new WeftException(
          "the checkpoint has messages \""
              + missing.getOrDefault(request, String.valueOf(request))
              + "\" that wait for objects, and this program has no such request, or one with other"
              + " arguments");
    }
    return here;
  }

  /// See [weft.mobile.internal.protocol.SavedObjects.Change].
  int change(int request, MemorySegment memory, long at, long bytes) {
    int mark = request & MailLayout.BROADCAST;
    int here = request(request - mark);
    rank.types.request(here).invoker().renumber(memory, at, this::request);
    return here + mark;
  }

  /// Reads an object.
  Object decode(Kind kind, Reader in) {
    Function<Reader, Object> decoder = decoders.get(kind.number);
    if (decoder == null) {
      throw in.wrong("an object of a type that was not saved");
    }
    return decoder.apply(in);
  }
}
