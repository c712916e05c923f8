// SPDX-License-Identifier: Apache-2.0
package weft.mobile;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import weft.codec.Codec;
import weft.codec.Reader;
import weft.layer.Layer;
import weft.layer.ProgramCalls;
import weft.mobile.internal.ObjectNames;

/// One rank's record of a type of mobile objects.
final class Kind {
  final ObjectNames names;
  final String name;
  final int number;
  final Codec<Object> codec;

  /// The codec and the load, as parts of the program ([ProgramCalls#part]).
  final int codecPart;

  final int loadPart;
  @Nullable Undelivered undelivered;

  /// Per signature of an earlier codec: decodes an object that it has encoded.
  final Map<String, Function<Reader, Object>> earlier = new HashMap<>();

  /// The numbers of the requests whose handlers do not change their objects.
  final BitSet reading = new BitSet();

  /// Gives the bytes of an object in memory; null if they are those of its encoding.
  @Nullable ToLongFunction<Object> bytes;

  /// Gives the load of an object; null if loads are measured.
  @Nullable ToDoubleFunction<Object> load;

  @SuppressWarnings("unchecked") // the codec encodes only objects of its own type
  Kind(Layer layer, ObjectNames names, String name, int number, Codec<?> codec) {
    String codecName = "the codec of type \"" + name + "\"";
    ProgramCalls program = layer.program();
    this.names = names;
    this.name = name;
    this.number = number;
    this.codec = program.guarded(codecName, (Codec<Object>) codec);
    this.codecPart = ProgramCalls.part(codecName);
    this.loadPart = ProgramCalls.part("the load of type \"" + name + "\"");
  }

  /// Whether the handler of `request` leaves its object as it is.
  boolean reads(Request request) {
    return reading.get(request.number());
  }

  @Override
  public String toString() {
    return name;
  }
}
