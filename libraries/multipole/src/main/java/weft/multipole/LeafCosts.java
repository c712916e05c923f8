// SPDX-License-Identifier: Apache-2.0
package weft.multipole;

/// What a kernel costs, in floating-point operations, or in their time. Trees are cut by it.
///
/// @param components the components of its fields
/// @param pair the operations for a pair of unknowns that are near
/// @param sample the operations for an unknown and a sample of its leaf, to radiate or to receive
public record LeafCosts(int components, double pair, double sample) {}
