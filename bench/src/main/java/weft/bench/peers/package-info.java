// SPDX-License-Identifier: Apache-2.0

/// Other ways by which two JVMs of one machine talk, beside Weft.
@org.jspecify.annotations.NullMarked
package weft.bench.peers;
