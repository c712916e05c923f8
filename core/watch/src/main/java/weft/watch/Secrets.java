// SPDX-License-Identifier: Apache-2.0
package weft.watch;

/// The secrets by which the ranks of a job authenticate their connections to each other.
///
/// @param token shown by a rank to a hub
/// @param answer shown by a hub to a rank
record Secrets(String token, String answer) {}
