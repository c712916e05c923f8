// SPDX-License-Identifier: Apache-2.0
/// Traces and reports of what ranks have recorded.
@NullMarked
package weft.record;

import org.jspecify.annotations.NullMarked;
