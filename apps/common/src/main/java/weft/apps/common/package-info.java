// SPDX-License-Identifier: Apache-2.0
/// What whole programs share: options, and how to refuse bad input.
@NullMarked
package weft.apps.common;

import org.jspecify.annotations.NullMarked;
