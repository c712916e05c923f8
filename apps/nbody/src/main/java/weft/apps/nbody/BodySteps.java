// SPDX-License-Identifier: Apache-2.0
package weft.apps.nbody;

/// Executes the steps: on ranks, or on threads that share all bodies.
interface BodySteps extends AutoCloseable {
  /// Executes one step, and returns the bodies that this rank has afterwards. Collective.
  Bodies step(Bodies mine, Gravity.Times times);

  /// The bodies of all ranks at rank 0, in any order; none elsewhere. Collective.
  Bodies gather(Bodies mine);

  /// Adds up the counts of all ranks, in place at rank 0. Collective.
  void sum(int[] counts);

  /// The greatest value of all ranks. Collective.
  long most(long mine);

  @Override
  void close();
}
