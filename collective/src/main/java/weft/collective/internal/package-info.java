// SPDX-License-Identifier: Apache-2.0
/// What executes schedules: slots, arrivals, exposures, credits.
@NullMarked
package weft.collective.internal;

import org.jspecify.annotations.NullMarked;
