// SPDX-License-Identifier: Apache-2.0
/// Pages that show what a run did: [weft.report.Page] and the parts that it holds.
///
/// A page is one HTML file. It needs no network, follows the reader's light or dark scheme, prints,
/// and can be read with the keyboard and by a screen reader. Every picture has its numbers in a
/// table behind it.
@NullMarked
package weft.report;

import org.jspecify.annotations.NullMarked;
