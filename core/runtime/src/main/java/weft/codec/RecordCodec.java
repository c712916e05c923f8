// SPDX-License-Identifier: Apache-2.0
package weft.codec;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.RecordComponent;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// The components of a record, one after the other.
///
/// All accessors are combined into one method handle, and all readers with the canonical
/// constructor into another. No component is boxed, and the compiler optimises the whole record at
/// once.
///
/// @param encoder takes the record, as an Object, and a [Writer]
/// @param decoder takes a [Reader], and returns the record as an Object
record RecordCodec<R>(String signature, MethodHandle encoder, MethodHandle decoder)
    implements Codec<R> {
  private static final MethodHandles.Lookup OWN = MethodHandles.lookup();
  private static final Map<Class<?>, String> SIMPLE =
      Map.of(
          boolean.class, "Boolean",
          byte.class, "Byte",
          short.class, "Short",
          char.class, "Char",
          int.class, "Int",
          long.class, "Long",
          float.class, "Float",
          double.class, "Double");
  private static final MethodHandle WRITE_PART =
      own(true, "write", MethodType.methodType(void.class, Codec.class, Object.class));
  private static final MethodHandle READ_PART =
      own(false, "read", MethodType.methodType(Object.class, Codec.class));

  /// A component: its accessor, and its codec unless it is primitive.
  record Part(RecordComponent component, MethodHandle accessor, List<Codec<?>> codec) {
    private MethodHandle writer() {
      Class<?> type = component.getType();
      MethodHandle write =
          codec.isEmpty()
              ? own(true, "write" + SIMPLE.get(type), MethodType.methodType(void.class, type))
              : MethodHandles.insertArguments(WRITE_PART, 1, codec.getFirst())
                  .asType(MethodType.methodType(void.class, Writer.class, type));
      return MethodHandles.filterArguments(write, 1, accessor);
    }

    private MethodHandle reader() {
      Class<?> type = component.getType();
      return codec.isEmpty()
          ? own(false, "read" + SIMPLE.get(type), MethodType.methodType(type))
          : MethodHandles.insertArguments(READ_PART, 1, codec.getFirst())
              .asType(MethodType.methodType(type, Reader.class));
    }

    private String signature() {
      return component.getName()
          + ":"
          + (codec.isEmpty() ? component.getType().getName() : codec.getFirst().signature());
    }
  }

  static <R> RecordCodec<R> of(Class<R> type, MethodHandle constructor, List<Part> parts) {
    String signature =
        parts.stream()
            .map(Part::signature)
            .collect(Collectors.joining(",", type.getName() + "(", ")"));
    MethodHandle encoder =
        MethodHandles.empty(MethodType.methodType(void.class, Writer.class, type));
    MethodHandle decoder = constructor;
    for (int i = parts.size() - 1; i >= 0; i--) {
      // The handle folded in last runs first, so this goes from the last to the first.
      encoder = MethodHandles.foldArguments(encoder, parts.get(i).writer());
      decoder = MethodHandles.collectArguments(decoder, i, parts.get(i).reader());
    }
    decoder =
        MethodHandles.permuteArguments(
            decoder, MethodType.methodType(type, Reader.class), new int[parts.size()]);
    return new RecordCodec<>(
        signature,
        encoder.asType(MethodType.methodType(void.class, Writer.class, Object.class)),
        decoder.asType(MethodType.methodType(Object.class, Reader.class)));
  }

  private static MethodHandle own(boolean writer, String method, MethodType type) {
    try {
      return OWN.findVirtual(writer ? Writer.class : Reader.class, method, type);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(e.toString(), e);
    }
  }

  @Override
  public void encode(R value, Writer out) {
    if (value == null) {
      throw new CodecException(
          "null was given where a "
              + signature
              + " is required; Codecs.nullable makes a codec that accepts both");
    }
    try {
      encoder.invokeExact(out, (Object) value);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new CodecException("an accessor of " + signature + " threw " + e, e);
    }
  }

  @Override
  @SuppressWarnings("unchecked") // the constructor is of R
  public R decode(Reader in) {
    try {
      return (R) (Object) decoder.invokeExact(in);
    } catch (CodecException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new CodecException("the constructor of " + signature + " refused: " + e, e);
    }
  }
}
