import type { SignalRepositoryWithLIDStore } from "@whiskeysockets/baileys";

/**
 * Returns the name under which the library stores a person's group key. @param author their id, including the device.
 */
export function groupKeyName(
  repository: Pick<SignalRepositoryWithLIDStore, "jidToSignalProtocolAddress">,
  group: string,
  author: string,
): string {
  const address = repository.jidToSignalProtocolAddress(author);
  const dot = address.lastIndexOf(".");
  return `${group}::${address.slice(0, dot)}::${address.slice(dot + 1)}`;
}
