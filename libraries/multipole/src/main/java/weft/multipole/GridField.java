// SPDX-License-Identifier: Apache-2.0
package weft.multipole;

/// A field on a grid: its complex samples, component by component.
///
/// @param re real parts
/// @param im imaginary parts
@SuppressWarnings("ArrayRecordComponent") // never compared
public record GridField(float[] re, float[] im) {
  /// A field of zeros with this number of samples, all components together.
  public static GridField zeros(int samples) {
    return new GridField(new float[samples], new float[samples]);
  }
}
