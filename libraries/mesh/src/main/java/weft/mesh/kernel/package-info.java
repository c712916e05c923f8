// SPDX-License-Identifier: Apache-2.0
/// What a mesh of several ranks is made of, without ranks: regions, their claims, and the cavities
/// that reach over several of them. Exported to that module alone.
@org.jspecify.annotations.NullMarked
package weft.mesh.kernel;
