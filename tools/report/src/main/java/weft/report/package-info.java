// SPDX-License-Identifier: Apache-2.0
/// Pages about a run: [weft.report.Page] and the parts that it can hold.
///
/// A page is one HTML file, and needs no network. It follows the reader's light or dark scheme, and
/// can be printed. It works with the keyboard and with a screen reader. For every picture a table
/// holds the numbers.
@NullMarked
package weft.report;

import org.jspecify.annotations.NullMarked;
