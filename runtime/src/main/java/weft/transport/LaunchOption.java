// SPDX-License-Identifier: Apache-2.0
package weft.transport;

/// An option of `weft run` that one transport understands.
///
/// @param name the option, such as `--hosts`; no two options of one name can be given
/// @param label what its value is called in help, such as `HOSTS`
/// @param variable the environment variable by which ranks and [TransportProvider#host] get it
/// @param description one sentence for help
public record LaunchOption(String name, String label, String variable, String description) {}
