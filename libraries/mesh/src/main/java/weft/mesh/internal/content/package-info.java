// SPDX-License-Identifier: Apache-2.0
/// What a file of a mesh holds, between readers, writers and meshes.
@NullMarked
package weft.mesh.internal.content;

import org.jspecify.annotations.NullMarked;
