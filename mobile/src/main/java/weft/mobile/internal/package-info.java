// SPDX-License-Identifier: Apache-2.0
/// How the protocol of mobile objects reaches other ranks of a job.
@NullMarked
package weft.mobile.internal;

import org.jspecify.annotations.NullMarked;
