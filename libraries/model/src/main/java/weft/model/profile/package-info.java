// SPDX-License-Identifier: Apache-2.0
/// Platforms as text: profiles of machines, and the two that come along.
@NullMarked
package weft.model.profile;

import org.jspecify.annotations.NullMarked;
