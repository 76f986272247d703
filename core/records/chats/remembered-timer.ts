import type { ChatTimer } from "../../domain/chats/chat-timer.ts";
import { CacheSlot, cachesOf } from "../../store/caches.ts";
import type { Table } from "../../store/table.ts";
import type { Owner } from "../owner.ts";
import { readPerson } from "../person.ts";

/** The disappearing timers of people's chats, as the owner of an instance last stored or read them. */
const TIMERS = new CacheSlot<Required<ChatTimer>>("timers of chats", 10_000);

type Of = Pick<Owner, "instance_id" | "fence">;

/** Valid within one ownership only, because another task may have stored a change in between. */
const placeOf = ({ instance_id, fence }: Of, person: string) => `${instance_id}|${fence}|${person}`;

/**
 * Remembers a chat's timer, so that a message to it needs no read of the person. A timer that is older than the
 * remembered one is ignored.
 */
export function rememberTimer(table: Table, owner: Of, person: string, timer: ChatTimer): void {
  const { timer_sec = 0, timer_ms = 0 } = timer;
  const cache = cachesOf(table).at(TIMERS);
  const known = cache.get(placeOf(owner, person));
  if (!known || known.timer_ms <= timer_ms) cache.set(placeOf(owner, person), { timer_sec, timer_ms });
}

/** Forgets the timer of a person whose two records were merged. */
export const forgetTimer = (table: Table, owner: Of, person: string): void =>
  cachesOf(table).at(TIMERS).delete(placeOf(owner, person));

/** Returns the seconds after which messages in a person's chat disappear; 0 if they stay. */
export async function timerOf(table: Table, owner: Of, person: string): Promise<number> {
  const known = cachesOf(table).at(TIMERS).get(placeOf(owner, person));
  if (known) return known.timer_sec;
  const found = await readPerson(table, owner.instance_id, person);
  const timer = found.known ?? {};
  // If the id leads to another record, a later change there would go unnoticed.
  if (found.person === person) rememberTimer(table, owner, person, timer);
  return timer.timer_sec ?? 0;
}
