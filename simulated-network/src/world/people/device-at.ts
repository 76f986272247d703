import type { DeviceAddress } from "../../format/addresses.ts";
import type { Transaction } from "../../store/transactions.ts";

/** Returns the device at an address in a receipt or message, or null if there is no such person. */
export function deviceAt(transaction: Transaction, address: { user: string; server: string; device: number } | null) {
  const person = transaction.store.people.at(address);
  const device: DeviceAddress | null = person && address ? { phone: person.phone, device: address.device } : null;
  return person && device ? { person, device } : null;
}
