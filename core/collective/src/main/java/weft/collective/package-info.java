// SPDX-License-Identifier: Apache-2.0
/// Groups of ranks and collective operations.
@NullMarked
package weft.collective;

import org.jspecify.annotations.NullMarked;
