// SPDX-License-Identifier: Apache-2.0
/// Mobile objects of which a part is in memory, and the others on disk: [weft.outofcore.Residence].
@NullMarked
package weft.outofcore;

import org.jspecify.annotations.NullMarked;
