// SPDX-License-Identifier: Apache-2.0
/// The transport between processes of one machine, over a shared mapped file.
@NullMarked
package weft.transport.shm;

import org.jspecify.annotations.NullMarked;
