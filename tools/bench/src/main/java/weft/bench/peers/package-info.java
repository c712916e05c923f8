// SPDX-License-Identifier: Apache-2.0

/// Compares Weft with other ways in which two JVMs of one machine communicate.
@org.jspecify.annotations.NullMarked
package weft.bench.peers;
