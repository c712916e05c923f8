// SPDX-License-Identifier: Apache-2.0
/// How objects become bytes: what [weft.RsrObject] and [weft.Call] send and receive by.
///
/// Begin with [weft.codec.Codecs], which has a codec for records and for the usual values; write a
/// [weft.codec.Codec] for what it does not know.
@NullMarked
package weft.codec;

import org.jspecify.annotations.NullMarked;
