// SPDX-License-Identifier: Apache-2.0
/// The connection of the mobile-object protocol to the other ranks of a job.
@NullMarked
package weft.mobile.internal;

import org.jspecify.annotations.NullMarked;
