// SPDX-License-Identifier: Apache-2.0
/// What any sensible choice of algorithms fulfils, and which choices break it.
@NullMarked
package weft.model.guideline;

import org.jspecify.annotations.NullMarked;
