// SPDX-License-Identifier: Apache-2.0
/// Products of matrices within one rank, by portable Java or by a native library.
@NullMarked
package weft.linalg.kernel;

import org.jspecify.annotations.NullMarked;
