import { createHash } from "node:crypto";
import { type PersonNames, personAddress } from "../../../format/addresses.ts";
import type { Person } from "../../../store/people-table.ts";
import type { Transaction } from "../../../store/transactions.ts";
import { privateIdOf } from "../../people/private-id.ts";

/** The country code and leading digits of all numbers in generated histories. */
const NUMBER_BEGINS = "1556";
const OWNERS = 1000;

/**
 * A person in a generated history. Their number doesn't exist on the network until it is created with POST /phones. The
 * number then has the same private id as here.
 */
export interface PastPerson extends PersonNames {
  readonly name: string;
}

/** Generates a person. @param chat the chat's number, from 0 to 9,999. */
export function pastPerson(owner: Person, chat: number): PastPerson {
  const ownersDigits = createHash("sha256").update(owner.phone).digest().readUInt32BE() % OWNERS;
  const phone = `${NUMBER_BEGINS}${String(ownersDigits).padStart(3, "0")}${String(chat).padStart(4, "0")}`;
  return { phone, lid: privateIdOf(phone), name: `Acquaintance ${chat + 1}` };
}

/** Returns the address of the chat with a person in the owner's history. */
export function pastAddress(transaction: Transaction, owner: Person, person: PastPerson): string {
  return personAddress(person, transaction.store.profiles.usesPrivateIds(owner.phone) ? "lid" : "pn");
}
