// SPDX-License-Identifier: Apache-2.0
package weft.codec;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/// Constants by their position, which is the same on every rank: the signature has all names.
record EnumCodec<E extends Enum<E>>(String signature, List<E> constants) implements Codec<E> {
  static <E extends Enum<E>> EnumCodec<E> of(Class<E> type) {
    E[] constants = type.getEnumConstants();
    String names = Arrays.stream(constants).map(Enum::name).collect(Collectors.joining("|"));
    return new EnumCodec<>(type.getName() + "(" + names + ")", List.of(constants));
  }

  @Override
  public void encode(E value, Writer out) {
    out.writeSize(value.ordinal());
  }

  @Override
  public E decode(Reader in) {
    int ordinal = in.readSize(0);
    if (ordinal >= constants.size()) {
      throw in.wrong("constant " + ordinal + " of " + signature);
    }
    return constants.get(ordinal);
  }
}
