// SPDX-License-Identifier: Apache-2.0
/// Writers of files with tets.
@NullMarked
package weft.mesh.internal.output;

import org.jspecify.annotations.NullMarked;
