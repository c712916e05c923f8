// SPDX-License-Identifier: Apache-2.0
/// `weft bench model`: what the models predict, beside what was measured.
@NullMarked
package weft.bench.model;

import org.jspecify.annotations.NullMarked;
