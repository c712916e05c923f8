// SPDX-License-Identifier: Apache-2.0
/// Tests of pages, some of them in a real browser.
@NullMarked
package weft.report;

import org.jspecify.annotations.NullMarked;
