// SPDX-License-Identifier: Apache-2.0
/// Meshes that several ranks make and hold together.
@org.jspecify.annotations.NullMarked
package weft.mesh.parallel;
