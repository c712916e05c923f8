// SPDX-License-Identifier: Apache-2.0
package weft.maxwell;

/// The integral equation that the currents fulfil.
public enum Equation {
  /// The combined equation of the electric and the magnetic field on closed parts, whose solution
  /// is unique at every frequency, and that of the electric field on open ones.
  COMBINED,
  /// The equation of the electric field everywhere. Ports on closed parts need it. Near a resonance
  /// of a closed part's inside, its matrix is ill-conditioned.
  ELECTRIC
}
