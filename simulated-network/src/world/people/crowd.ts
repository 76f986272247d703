import { randomInt } from "node:crypto";
import type { Transaction } from "../../store/transactions.ts";
import { newPerson } from "./new-person.ts";
import { privateIdOf } from "./private-id.ts";

/** The first phone number in the range reserved for the crowd. Nothing else should use numbers in this range. */
const FIRST_PHONE = 15_570_000_000;

/** The phone number range of the crowd's first people. `to` is exclusive. */
export interface CrowdPhones {
  readonly from: string;
  readonly to: string;
}

/**
 * Returns the first people of a crowd, who serve as members of large groups. Creates those who don't exist yet. To make
 * this fast, they share one set of keys. Their phones are switched off, so no messages are decrypted for them.
 */
export function crowd(transaction: Transaction, size: number): CrowdPhones {
  const { people } = transaction.store;
  const phoneAt = (index: number) => String(FIRST_PHONE + index);
  const numbers = { from: phoneAt(0), to: phoneAt(size) };
  if (size === 0 || people.byPhone(phoneAt(size - 1))) return numbers;
  const first = people.byPhone(phoneAt(0)) ?? { ...newPerson(phoneAt(0), "Crowd 1"), online: false };
  for (let index = 0; index < size; index++) {
    const phone = phoneAt(index);
    const registrationId = randomInt(1, 16_380);
    people.add({ ...first, phone, lid: privateIdOf(phone), name: `Crowd ${index + 1}`, registrationId });
  }
  return numbers;
}
