// SPDX-License-Identifier: Apache-2.0
/// Products of matrices within one rank: portable Java, or a native library that a provider binds.
@NullMarked
package weft.linalg.kernel;

import org.jspecify.annotations.NullMarked;
