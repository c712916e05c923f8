// SPDX-License-Identifier: Apache-2.0
package weft.codec;

import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputFilter;
import java.io.ObjectInputFilter.FilterInfo;
import java.io.ObjectInputFilter.Status;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.OutputStream;

/// Java serialisation behind a filter. Two limits hold in addition to the filter's own: no array of
/// more elements than the bytes can hold, and no objects deeper than [Writer#MAX_DEPTH].
record SerializationCodec<T>(Class<T> type, ObjectInputFilter filter) implements Codec<T> {
  /// A hash table has up to 4/3 × 2 places for an entry, which takes at least two bytes.
  private static final long PLACES_PER_BYTE = 4;

  @Override
  public void encode(T value, Writer out) {
    if (!type.isInstance(value)) {
      throw new CodecException("not a " + type.getName() + ": " + value);
    }
    try (var objects = new ObjectOutputStream(new To(out))) {
      objects.writeObject(value);
    } catch (IOException e) {
      throw new CodecException("cannot serialise a " + value.getClass().getName() + ": " + e, e);
    } catch (StackOverflowError e) {
      throw new CodecException(
          "cannot serialise a " + value.getClass().getName() + ": it is nested too deeply", e);
    }
  }

  @Override
  public T decode(Reader in) {
    long bytes = in.remaining();
    try (var objects = new ObjectInputStream(new From(in))) {
      objects.setObjectInputFilter(info -> check(info, bytes));
      return type.cast(objects.readObject());
    } catch (CodecException e) {
      throw e;
    } catch (IOException | ClassNotFoundException | RuntimeException e) {
      throw in.wrong("cannot read a serialised " + type.getName() + ": " + e, e);
    } catch (StackOverflowError e) {
      throw in.wrong("a serialised " + type.getName() + " is nested too deeply", e);
    }
  }

  private Status check(FilterInfo info, long bytes) {
    return info.arrayLength() > bytes * PLACES_PER_BYTE || info.depth() > Writer.MAX_DEPTH
        ? Status.REJECTED
        : filter.checkInput(info);
  }

  @Override
  public String signature() {
    return "serialised:" + type.getName();
  }

  private static final class To extends OutputStream {
    private final Writer out;

    To(Writer out) {
      this.out = out;
    }

    @Override
    public void write(int value) {
      out.writeByte((byte) value);
    }

    @Override
    public void write(byte[] values, int from, int count) {
      out.writeRaw(values, from, count);
    }
  }

  private static final class From extends InputStream {
    private final Reader in;

    From(Reader in) {
      this.in = in;
    }

    @Override
    public int read() {
      return in.remaining() == 0 ? -1 : in.readByte() & 0xFF;
    }

    @Override
    public int read(byte[] values, int from, int count) {
      if (count == 0) {
        return 0;
      }
      int some = (int) Math.min(in.remaining(), count);
      if (some == 0) {
        return -1;
      }
      in.readRaw(values, from, some);
      return some;
    }
  }
}
