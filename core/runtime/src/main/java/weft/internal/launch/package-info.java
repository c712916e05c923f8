// SPDX-License-Identifier: Apache-2.0
/// Starting the ranks of a job, and finding its transport.
@NullMarked
package weft.internal.launch;

import org.jspecify.annotations.NullMarked;
