// SPDX-License-Identifier: Apache-2.0
/// Programs of many small messages, one by one and aggregated.
@NullMarked
package weft.apps.finegrain;

import org.jspecify.annotations.NullMarked;
