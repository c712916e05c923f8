// SPDX-License-Identifier: Apache-2.0
package weft.codec;

import java.util.List;

/// A number that says which of the permitted types follows, then the value by that type's codec.
record SealedCodec<S>(String signature, List<Class<? extends S>> types, List<Codec<S>> codecs)
    implements Codec<S> {
  @Override
  public void encode(S value, Writer out) {
    for (int i = 0; i < types.size(); i++) {
      if (types.get(i).isInstance(value)) {
        out.writeSize(i);
        codecs.get(i).encode(value, out);
        return;
      }
    }
    throw new CodecException("a " + value.getClass().getName() + " is not one of " + signature);
  }

  @Override
  public S decode(Reader in) {
    int tag = in.readSize(0);
    if (tag >= codecs.size()) {
      throw in.wrong("type " + tag + " of " + signature);
    }
    return codecs.get(tag).decode(in);
  }
}
