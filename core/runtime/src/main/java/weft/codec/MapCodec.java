// SPDX-License-Identifier: Apache-2.0
package weft.codec;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The number of entries, then each key and its value, in the iteration order of the sender's map.
/// The receiver's maps are unmodifiable.
record MapCodec<K extends @Nullable Object, V extends @Nullable Object>(
    Codec<@Nullable K> key, Codec<@Nullable V> value) implements Codec<Map<K, V>> {
  @Override
  public void encode(Map<K, V> map, Writer out) {
    int size = map.size();
    out.writeSize(size);
    int written = 0;
    for (Map.Entry<K, V> entry : map.entrySet()) {
      out.write(key, entry.getKey());
      out.write(value, entry.getValue());
      written++;
    }
    if (written != size) {
      throw new CodecException("a map reported " + size + " entries, but had " + written);
    }
  }

  @Override
  @SuppressWarnings("NullAway") // K and V may be nullable
  public Map<K, V> decode(Reader in) {
    int size = in.readSize(2);
    var map = LinkedHashMap.<K, V>newLinkedHashMap(size);
    for (int i = 0; i < size; i++) {
      K k = in.read(key);
      map.put(k, in.read(value));
      if (map.size() <= i) {
        throw in.wrong("a map holds a key twice");
      }
    }
    return Collections.unmodifiableMap(map);
  }

  @Override
  public String signature() {
    return "Map<" + key.signature() + "," + value.signature() + ">";
  }
}
