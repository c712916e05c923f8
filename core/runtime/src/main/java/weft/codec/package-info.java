// SPDX-License-Identifier: Apache-2.0
/// Codecs, which turn objects into bytes and back for [weft.RsrObject] and [weft.Call].
///
/// Begin with [weft.codec.Codecs], which has a codec for records and for the usual values; write a
/// [weft.codec.Codec] for other types.
@NullMarked
package weft.codec;

import org.jspecify.annotations.NullMarked;
