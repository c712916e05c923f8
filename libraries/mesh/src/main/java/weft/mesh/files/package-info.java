// SPDX-License-Identifier: Apache-2.0
/// The formats of files of meshes.
@NullMarked
package weft.mesh.files;

import org.jspecify.annotations.NullMarked;
