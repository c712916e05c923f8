// SPDX-License-Identifier: Apache-2.0
/// Reads files of tets.
@NullMarked
package weft.mesh.internal.input;

import org.jspecify.annotations.NullMarked;
