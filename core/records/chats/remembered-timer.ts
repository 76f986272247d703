import type { ChatTimer } from "../../domain/chats/chat-timer.ts";
import { CacheSlot, cachesOf } from "../../store/caches.ts";
import type { Table } from "../../store/table.ts";
import type { Owner } from "../owner.ts";
import { readPerson } from "../person.ts";

/** The disappearing-message timer of each chat with a person, as the instance's owner last stored or read it. */
const TIMERS = new CacheSlot<Required<ChatTimer>>("timers of chats", 10_000);

type Of = Pick<Owner, "instance_id" | "fence">;

/** An entry is valid only under a single owner, because another task may have stored a change in the meantime. */
const placeOf = ({ instance_id, fence }: Of, person: string) => `${instance_id}|${fence}|${person}`;

/**
 * Caches a chat's timer, so that sending a message to the chat doesn't require reading the person. A timer older than
 * the cached one is ignored.
 */
export function rememberTimer(table: Table, owner: Of, person: string, timer: ChatTimer): void {
  const { timer_sec = 0, timer_ms = 0 } = timer;
  const cache = cachesOf(table).at(TIMERS);
  const known = cache.get(placeOf(owner, person));
  if (!known || known.timer_ms <= timer_ms) cache.set(placeOf(owner, person), { timer_sec, timer_ms });
}

/** Removes the cached timer of a person whose two records have been merged. */
export const forgetTimer = (table: Table, owner: Of, person: string): void =>
  cachesOf(table).at(TIMERS).delete(placeOf(owner, person));

/** Returns how many seconds messages last in a person's chat before they disappear, or 0 if they don't. */
export async function timerOf(table: Table, owner: Of, person: string): Promise<number> {
  const known = cachesOf(table).at(TIMERS).get(placeOf(owner, person));
  if (known) return known.timer_sec;
  const found = await readPerson(table, owner.instance_id, person);
  const timer = found.known ?? {};
  // If the id points to another record, changes to that record would go unnoticed here, so don't cache the timer.
  if (found.person === person) rememberTimer(table, owner, person, timer);
  return timer.timer_sec ?? 0;
}
