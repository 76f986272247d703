import type { PersonRecord } from "../contracts/person.ts";
import { keys } from "../store/keys.ts";
import type { Condition, Item, Key, Table, Write } from "../store/table.ts";
import type { MessageRecord } from "./message.ts";

/** A person's key and what is known of them; `known` null: nothing yet. */
export interface FoundPerson {
  person: string;
  known: PersonRecord | null;
}

/** A person's key: the phone when it is known, else the private id. Groups and channels are nobody's. */
export function personKey(to: string | null, chatId: string | null): string | null {
  if (to !== null) return to;
  const person = /^(\d+)@s\.whatsapp\.net$/.exec(chatId ?? "");
  if (person?.[1]) return person[1];
  return chatId?.endsWith("@lid") ? chatId : null;
}

/** Reads a person, under the phone when the private id that was given has turned out to be that phone's. */
export async function readPerson(table: Table, instance: string, person: string): Promise<FoundPerson> {
  const known = (await table.get(keys.person(instance, person))) as PersonRecord | null; // a person row
  return unmerged(table, instance, { person, known });
}

/** The same with other items, in one request. @returns the person, and what was found of the others. */
export async function readPersonWith(
  table: Table,
  instance: string,
  person: string,
  others: Key[],
): Promise<{ found: FoundPerson; items: Item[] }> {
  const place = keys.person(instance, person);
  const items = await table.getMany([place, ...others]);
  const known = items.find(({ pk, sk }) => pk === place.pk && sk === place.sk) as PersonRecord | undefined; // a person row
  return { found: await unmerged(table, instance, { person, known: known ?? null }), items };
}

async function unmerged(table: Table, instance: string, found: FoundPerson): Promise<FoundPerson> {
  const phone = found.known?.merged_into;
  if (phone === undefined) return found;
  return { person: phone, known: (await table.get(keys.person(instance, phone))) as PersonRecord | null };
}

/** The claim that the person's last message is the one that was read. */
export const lastInAsRead = (known: PersonRecord | null): Condition => [
  known?.last_in_at === undefined
    ? { field: "last_in_at", is: "missing" }
    : { field: "last_in_at", op: "=", value: known.last_in_at },
];

/** Counts one more message that waits for this person, refused when they wrote, or were merged, since they were read. */
export function countWaiting(instance: string, { person, known }: FoundPerson): Write {
  return {
    update: keys.person(instance, person),
    add: { waiting: 1 },
    if: [...lastInAsRead(known), { field: "merged_into", is: "missing" }],
  };
}

/**
 * One message less waits for its person; replies and scheduled messages were never counted.
 * @param set what else becomes of the person's record.
 */
export function uncountWaiting(
  instance: string,
  message: MessageRecord,
  set?: Partial<PersonRecord>,
): Extract<Write, { update: unknown }>[] {
  if (!message.person || (message.class !== "first" && message.class !== "known")) return [];
  return [{ update: keys.person(instance, message.person), add: { waiting: -1 }, ...(set && { set: { ...set } }) }];
}
