// SPDX-License-Identifier: Apache-2.0
/// Agreement of all ranks of a job: handler tables, quiescence, and collective allocation.
@NullMarked
package weft.internal.agreement;

import org.jspecify.annotations.NullMarked;
