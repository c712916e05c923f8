// SPDX-License-Identifier: Apache-2.0
package weft.codec;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The number of elements, then each with a byte that says whether it is null. Each element takes
/// at least one byte, which bounds the allocation for hostile bytes.
final class CollectionCodec {
  private CollectionCodec() {}

  /// Lists; those that arrive are unmodifiable.
  record OfList<E extends @Nullable Object>(Codec<@Nullable E> element) implements Codec<List<E>> {
    @Override
    public void encode(List<E> value, Writer out) {
      write(element, value, out);
    }

    @Override
    @SuppressWarnings("NullAway") // E may be nullable
    public List<E> decode(Reader in) {
      int size = in.readSize(1);
      var list = new ArrayList<E>(size);
      for (int i = 0; i < size; i++) {
        list.add(in.read(element));
      }
      return Collections.unmodifiableList(list);
    }

    @Override
    public String signature() {
      return "List<" + element.signature() + ">";
    }
  }

  /// Sets, in the iteration order of the sender's set; those that arrive are unmodifiable.
  record OfSet<E extends @Nullable Object>(Codec<@Nullable E> element) implements Codec<Set<E>> {
    @Override
    public void encode(Set<E> value, Writer out) {
      write(element, value, out);
    }

    @Override
    @SuppressWarnings("NullAway") // E may be nullable
    public Set<E> decode(Reader in) {
      int size = in.readSize(1);
      var set = LinkedHashSet.<E>newLinkedHashSet(size);
      for (int i = 0; i < size; i++) {
        if (!set.add(in.read(element))) {
          throw in.wrong("a set holds an element twice");
        }
      }
      return Collections.unmodifiableSet(set);
    }

    @Override
    public String signature() {
      return "Set<" + element.signature() + ">";
    }
  }

  private static <E extends @Nullable Object> void write(
      Codec<@Nullable E> codec, Collection<E> value, Writer out) {
    int size = value.size();
    out.writeSize(size);
    int written = 0;
    for (E element : value) {
      out.write(codec, element);
      written++;
    }
    if (written != size) {
      throw new CodecException("a collection reported " + size + " elements, but had " + written);
    }
  }
}
