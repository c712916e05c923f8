// SPDX-License-Identifier: Apache-2.0
package weft.watch;

/// The secrets that ranks which watch each other show when they connect.
///
/// @param token what a rank shows to a hub
/// @param answer what a hub shows to a rank
record Secrets(String token, String answer) {}
