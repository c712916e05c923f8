// SPDX-License-Identifier: Apache-2.0
/// Executes schedules: slots, calls, early arrivals, exposed memory, credits.
@NullMarked
package weft.collective.internal.engine;

import org.jspecify.annotations.NullMarked;
