import { DAY_MS } from "../../contracts/durations.ts";
import type { InstanceId } from "../../contracts/ids.ts";
import { LIMITS } from "../../contracts/limits.ts";
import { chatKind } from "../../domain/messages/chat-id.ts";
import { personRecords } from "../../records/person.ts";
import { keys, lists } from "../../store/keys.ts";
import type { Item, Table } from "../../store/table.ts";

/** Chats per request. */
const PAGE = 200;
/**
 * The maximum number of chats to examine. It is larger than the number of people to find, because some chats are groups
 * or belong to people who have never written.
 */
const LOOKED_AT_MAX = 2_000;

/**
 * Finds the default recipients of a status, for requests that specify none: at most 500 people who wrote within the
 * last 30 days, starting with the most recent chats. People blocked by the number are left out. The list may lag by a
 * second or two, which doesn't matter here.
 */
export async function findAudience(table: Table, instance: InstanceId, now: Date): Promise<string[]> {
  const since = now.getTime() - LIMITS.statusAudienceDays * DAY_MS;
  const found = new Set<string>();
  let before: string | undefined;
  for (let looked = 0; looked < LOOKED_AT_MAX && found.size < LIMITS.statusRecipientsMax; looked += PAGE) {
    const { items, more } = await table.query({
      pk: lists.chatsOfInstance(instance),
      index: "by_instance",
      descending: true,
      limit: PAGE,
      ...(before !== undefined && { before }),
    });
    for (const person of await whoWrote(table, instance, items, since)) found.add(person);
    const last = items.at(-1);
    if (!more || last === undefined) break;
    before = String(last.gsi2sk);
  }
  return [...found].slice(0, LIMITS.statusRecipientsMax);
}

async function whoWrote(table: Table, instance: InstanceId, chats: Item[], since: number): Promise<string[]> {
  const people = chats.map(({ sk }) => sk).filter((key) => !["group", "channel"].includes(chatKind(key)));
  const items = await table.getMany(people.map((person) => keys.person(instance, person)));
  return people.filter((person) => {
    const known = personRecords.among(items, instance, person);
    if (!known || known.merged_into !== undefined || known.blocked) return false;
    return known.last_in_at !== undefined && Date.parse(known.last_in_at) >= since;
  });
}
