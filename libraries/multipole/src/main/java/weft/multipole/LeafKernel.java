// SPDX-License-Identifier: Apache-2.0
package weft.multipole;

/// What the unknowns of a leaf radiate, and what they receive. It is all that a [MultipoleProduct]
/// knows of them: an unknown has one complex value, which a product multiplies, and one or several
/// complex results.
///
/// Values and results are real and imaginary parts in turn, in the order of the tree's points. The
/// methods run inside a step of a loop: they may neither send nor wait.
public interface LeafKernel {
  /// The components of fields: 1 for scalars, 2 for vectors along θ and φ.
  int components();

  /// The number of complex results of an unknown.
  int results();

  /// Adds to a field, which is zero, what a leaf radiates: the sum of the values times the patterns
  /// e^{−ik s·(y − C)} of the unknowns at y in a leaf with the centre C, in all directions s of
  /// [MultipolePlan#leafGrid].
  ///
  /// @param at the place of the leaf's first value
  void radiate(int leaf, double[] values, int at, GridField field);

  /// Adds to the results of a leaf what it receives: sums of the field times the conjugate
  /// patterns, over all samples. The field has the weights of the quadrature.
  ///
  /// @param at the place of the leaf's first result
  void receive(int leaf, GridField field, double[] results, int at);

  /// Adds to the results of a leaf what a leaf nearby contributes directly; it may be the same
  /// leaf.
  ///
  /// @param values the values of `source`, from the place `from` on
  /// @param at the place of the first result of `target`
  void near(int target, int source, double[] values, int from, double[] results, int at);

  /// Adds to the results of two leaves of this rank, which are not the same, what each contributes
  /// to the other one. A symmetric matrix has both in one block.
  ///
  /// @param firstFrom the place of the first value of `first`
  /// @param firstAt the place of its first result
  /// @param secondFrom the place of the first value of `second`
  /// @param secondAt the place of its first result
  default void nearPair(
      int first,
      int firstFrom,
      int firstAt,
      int second,
      int secondFrom,
      int secondAt,
      double[] values,
      double[] results) {
    near(first, second, values, secondFrom, results, firstAt);
    near(second, first, values, firstFrom, results, secondAt);
  }
}
