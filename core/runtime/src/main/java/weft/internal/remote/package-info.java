// SPDX-License-Identifier: Apache-2.0
/// One-sided memory: the registered heaps of all ranks, and access to them, directly, by messages,
/// or checked.
@NullMarked
package weft.internal.remote;

import org.jspecify.annotations.NullMarked;
