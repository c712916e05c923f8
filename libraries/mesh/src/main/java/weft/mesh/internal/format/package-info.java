// SPDX-License-Identifier: Apache-2.0
/// The table of formats.
@NullMarked
package weft.mesh.internal.format;

import org.jspecify.annotations.NullMarked;
