import { ID_PREFIXES } from "../../contracts/ids.ts";
import { transactFenced } from "../../records/fence.ts";
import { type PersonRecord, personRecords } from "../../records/person.ts";
import { keys } from "../../store/keys.ts";
import { retryOnChange } from "../../store/retry-on-change.ts";
import { eraseChat } from "./erase-chat.ts";
import { personDeletion } from "./erase-person.ts";
import { DONE, deleteAll, type Erasing, lateIds, type StepResult } from "./erasing-person.ts";

/** The maximum number of attempts while the person's new records keep changing. In practice, fewer are needed. */
const TRIES = 20;

/** The fields that only exist for somebody who has been written to, has written, or was blocked on the phone. */
const LIVING = [
  "last_id",
  "last_in_at",
  "first_in_at",
  "first_out_at",
  "timer_ms",
  "blocked",
] as const satisfies (keyof PersonRecord)[];

/**
 * Erases what requests that were already being handled stored after the person's record had been erased, such as a
 * contact from a list of names. If there have been messages since, the person is known again: then only the notes
 * written before are erased. Safe to repeat. @throws FenceLost
 */
export async function eraseLatePerson(work: Erasing): Promise<StepResult> {
  const { deps, own, erasure } = work;
  const { instance_id: instance } = own;
  return retryOnChange(TRIES, async ({ commit }) => {
    const items = await deps.table.getMany(erasure.names.map((name) => keys.person(instance, name)));
    const found = items.map(personRecords.of);
    if (found.some(isKnownAgain)) return eraseEarlierNotes(work);
    // A record that points to somebody else's key belongs to them.
    const theirs = found.filter(({ merged_into: key }) => key === undefined || erasure.names.includes(key));
    const writes = theirs.flatMap((known) => personDeletion(instance, known.sk, known, [...LIVING, "merged_into"]));
    if (writes.length > 0) await commit(transactFenced(deps.table, instance, own.fence, writes));
    return eraseChat(work);
  });
}

/** Whether there have been messages to or from a person since their record was erased. */
const isKnownAgain = (known: PersonRecord): boolean =>
  (known.waiting ?? 0) > 0 || LIVING.some((field) => known[field] !== undefined);

async function eraseEarlierNotes(work: Erasing): Promise<StepResult> {
  const { deps, own, erasure } = work;
  const { before } = lateIds(work, ID_PREFIXES.note);
  if (before === undefined) return DONE;
  for (const name of erasure.names) {
    const { pk, sk: from } = keys.note(own.instance_id, name, "");
    const { sk: end } = keys.note(own.instance_id, name, before);
    const { items } = await deps.table.query({ pk, from, before: end, limit: NOTES });
    await deleteAll(deps.table, items);
  }
  return DONE;
}

/** The maximum number of notes per key. A chat gets far fewer within the seconds that an erasure takes. */
const NOTES = 100;
