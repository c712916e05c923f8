// SPDX-License-Identifier: Apache-2.0
package weft.multipole;

/// What the field of one box is multiplied by on its way to another one, with the weights of the
/// quadrature.
///
/// @param re the real part at each sample of the grid
/// @param im the imaginary part
@SuppressWarnings("ArrayRecordComponent") // never compared
public record TransferFunction(float[] re, float[] im) {
  /// Adds the product of this function and a field to a sum.
  ///
  /// @param field a field with one component or several, one after another
  /// @param sum a field with as many
  public void addProduct(GridField field, GridField sum) {
    int samples = re.length;
    for (int from = 0; from < field.re().length; from += samples) {
      addProduct(re, im, field.re(), field.im(), sum.re(), sum.im(), from, samples);
    }
  }

  /// Sets a field to the product of another one and the conjugate of this function.
  void turnBack(GridField field, GridField to) {
    int samples = re.length;
    for (int from = 0; from < field.re().length; from += samples) {
      turnBack(re, im, field.re(), field.im(), to.re(), to.im(), from, samples);
    }
  }

  private static void turnBack(
      float[] re,
      float[] im,
      float[] fieldRe,
      float[] fieldIm,
      float[] toRe,
      float[] toIm,
      int from,
      int samples) {
    for (int i = 0; i < samples; i++) {
      toRe[from + i] = re[i] * fieldRe[from + i] + im[i] * fieldIm[from + i];
      toIm[from + i] = re[i] * fieldIm[from + i] - im[i] * fieldRe[from + i];
    }
  }

  private static void addProduct(
      float[] re,
      float[] im,
      float[] fieldRe,
      float[] fieldIm,
      float[] sumRe,
      float[] sumIm,
      int from,
      int samples) {
    for (int i = 0; i < samples; i++) {
      sumRe[from + i] += re[i] * fieldRe[from + i] - im[i] * fieldIm[from + i];
      sumIm[from + i] += re[i] * fieldIm[from + i] + im[i] * fieldRe[from + i];
    }
  }
}
