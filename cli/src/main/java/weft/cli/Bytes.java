// SPDX-License-Identifier: Apache-2.0
package weft.cli;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;
import weft.transport.Sizes;

/// Sizes for picocli.
public final class Bytes implements ITypeConverter<Long> {
  /// For picocli.
  public Bytes() {}

  @Override
  public Long convert(String value) {
    try {
      return Sizes.parse(value);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(e.getMessage());
    }
  }

  /// Sizes of what must be there.
  static final class NotZero implements ITypeConverter<Long> {
    @Override
    public Long convert(String value) {
      long bytes = new Bytes().convert(value);
      if (bytes == 0) {
        throw new TypeConversionException(
            "0 is not possible; give a size, or leave the option out for the usual one");
      }
      return bytes;
    }
  }
}
