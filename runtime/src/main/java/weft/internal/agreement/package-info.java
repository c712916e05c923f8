// SPDX-License-Identifier: Apache-2.0
/// What all ranks of a job agree on: tables, quiescence, and collective allocation.
@NullMarked
package weft.internal.agreement;

import org.jspecify.annotations.NullMarked;
