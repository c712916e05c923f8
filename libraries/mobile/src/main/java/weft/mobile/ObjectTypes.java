// SPDX-License-Identifier: Apache-2.0
package weft.mobile;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import weft.codec.Codec;
import weft.layer.Layer;
import weft.layer.LayerRecording;
import weft.mobile.balance.Loads;
import weft.mobile.internal.ArrayEntry;
import weft.mobile.internal.ObjectNames;
import weft.mobile.internal.protocol.MailLayout;
import weft.mobile.internal.protocol.ObjectWord;
import weft.mobile.internal.protocol.Resident;

/// What one rank has registered: types of objects, requests to them, and arrays of them.
final class ObjectTypes {
  private final Layer layer;
  final List<Kind> kinds = new ArrayList<>();
  final List<ArrayEntry> arrays = new ArrayList<>();
  final ObjectNames names = new ObjectNames();
  private Request[] requests = new Request[16];
  private int requestCount;

  /// By request: its number in the recording; empty if the job is not recorded.
  private int[] recorded = {};

  /// The ranks of earlier runs that this job does not have, and the serials of their last objects.
  final TreeMap<Integer, Long> formerSerials = new TreeMap<>();

  ObjectTypes(Layer layer) {
    this.layer = layer;
  }

  int rank() {
    return layer.rank();
  }

  // Registration.

  Kind addKind(String name, Codec<?> codec) {
    var kind = new Kind(layer, names, name, kinds.size(), codec);
    layer.messages().compare("mobile type " + name, kinds.size() + ":" + kind.codec.signature());
    kinds.add(kind);
    return kind;
  }

  Request addRequest(Kind kind, String name, String shape, Request.Invoker invoker) {
    layer
        .messages()
        .compare("mobile request " + kind.name + "." + name, requestCount + ":" + shape);
    if (requestCount == requests.length) {
      requests = Arrays.copyOf(requests, 2 * requestCount);
    }
    var request = new Request(name, requestCount, kind, shape, invoker);
    LayerRecording recording = layer.recording();
    if (recording != null) {
      recorded = Arrays.copyOf(recorded, requestCount + 1);
      recorded[requestCount] = recording.handler(name, kind.name);
    }
    requests[requestCount++] = request;
    return request;
  }

  ArrayEntry addArray(Kind kind, String name, long size) {
    layer.messages().compare("mobile array " + name, arrays.size() + ":" + kind.name + ":" + size);
    var array = new ArrayEntry(name, arrays.size(), kind.name, size, layer.size());
    arrays.add(array);
    names.addArray(name);
    return array;
  }

  // What is registered.

  Kind kind(int number) {
    return kinds.get(number);
  }

  /// The request of a message.
  ///
  /// @param number its number, with the mark of a broadcast or without
  Request request(int number) {
    return requests[number & ~MailLayout.BROADCAST];
  }

  int requestCount() {
    return requestCount;
  }

  /// The number of `request` in the recording of a job that is recorded.
  int recorded(Request request) {
    return recorded[request.number()];
  }

  /// Names an object that is here, for sentences.
  String name(Resident object) {
    return names.of(kind(object.type()).name, object.word());
  }

  // Homes.

  int home(long word) {
    int owner = ObjectWord.owner(word);
    if (ObjectWord.isElement(word)) {
      return arrays.get(owner).home(ObjectWord.serial(word));
    }
    int ranks = layer.size();
    return owner < ranks ? owner : owner % ranks; // created by a run with more ranks
  }

  /// The number of ranks that objects may name as their creators.
  int creators() {
    return Math.max(layer.size(), formerSerials.isEmpty() ? 0 : formerSerials.lastKey() + 1);
  }

  // Loads.

  /// Returns the load of an object that is here: the one its type gives, else the measured one.
  double load(Resident object, ToDoubleFunction<Resident> measured) {
    Kind kind = kind(object.type());
    @Nullable ToDoubleFunction<Object> given = kind.load;
    if (given == null) {
      return measured.applyAsDouble(object);
    }
    if (!object.isPresent()) {
      return object.keptLoad();
    }
    double load = given.applyAsDouble(object.state());
    if (!(load >= 0 && load <= Loads.MOST)) {
      throw layer
          .program()
          .blame(
              kind.loadPart,
              new IllegalArgumentException(
                  "the load of "
                      + name(object)
                      + " is given as "
                      + load
                      + "; a load is a number from 0 to "
                      + Loads.MOST));
    }
    return load;
  }
}
