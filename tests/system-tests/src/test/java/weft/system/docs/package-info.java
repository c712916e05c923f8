// SPDX-License-Identifier: Apache-2.0
/// Tests of the documents: their snippets compile and run, their drawings are those of the code,
/// their links lead somewhere.
@NullMarked
package weft.system.docs;

import org.jspecify.annotations.NullMarked;
