import { afterTimerSaid } from "../../domain/chats/chat-timer.ts";
import { asRead } from "../../records/as-read.ts";
import { rememberTimer } from "../../records/chats/remembered-timer.ts";
import { transactFenced } from "../../records/fence.ts";
import type { Owner } from "../../records/owner.ts";
import { readPerson } from "../../records/person.ts";
import { keys } from "../../store/keys.ts";
import { retryOnChange } from "../../store/retry-on-change.ts";
import type { Table, Write } from "../../store/table.ts";

/** The maximum number of attempts to change a contended person record. In practice, far fewer are needed. */
const TRIES = 50;

/**
 * Records that a phone set the disappearing-message timer of a person's chat. Creates a record if the person has none,
 * so the first message to them uses the timer. Repeating the call changes nothing.
 * @param said the number of seconds (0 means off), and when a phone reported them. @param journal deletes the session's
 * journal entry for the notice.
 * @throws FenceLost
 */
export async function recordTimer(
  { table }: { table: Table },
  own: Owner,
  name: string,
  said: { sec: number; ms: number },
  journal: Write,
): Promise<void> {
  return retryOnChange(TRIES, async ({ commit }) => {
    const { person, known } = await readPerson(table, own.instance_id, name);
    const timer = afterTimerSaid(known ?? {}, said);
    const claims = [...asRead(known, ["timer_ms"]), { field: "merged_into", is: "missing" as const }];
    const change = timer && { update: keys.person(own.instance_id, person), set: { ...timer }, if: claims };
    await commit(transactFenced(table, own.instance_id, own.fence, [...(change ? [change] : []), journal]));
    if (timer) rememberTimer(table, own, person, timer);
  });
}
