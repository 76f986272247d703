import { MINUTE_MS } from "../../contracts/durations.ts";
import { ID_PREFIXES, type InstanceId } from "../../contracts/ids.ts";
import { idBound } from "../../domain/ulid-bound.ts";
import { asRead } from "../../records/as-read.ts";
import { labelsAsRead, rowRemoved } from "../../records/chats/chat-labels.ts";
import { transactFenced } from "../../records/fence.ts";
import { keepOptOut } from "../../records/kept-opt-outs.ts";
import { type PersonRecord, personRecords } from "../../records/person.ts";
import { readPersonNames } from "../../records/person-names.ts";
import { isCommitted } from "../../store/is-committed.ts";
import { keys } from "../../store/keys.ts";
import type { Condition, SomeWrites, Write } from "../../store/table.ts";
import { endImports } from "../contacts/end-imports.ts";
import { isAnyBeingSent } from "./erase-waiting.ts";
import type { Erasing, StepResult } from "./erasing-person.ts";

/**
 * Messages written within this time after the erasure are erased as well, because clocks differ and IDs are only
 * accurate to the millisecond.
 */
const SAME_TIME_MS = 1_000;

/**
 * The maximum time to wait for a phone's history to be imported. It normally takes a few minutes after a number is
 * linked. If the number is offline, nobody knows how long it takes. We chose this value ourselves.
 */
const HISTORY_MS = 15 * MINUTE_MS;

/** The condition that no message to the person is waiting. */
const NONE_WAITS: Condition = [
  { anyOf: [[{ field: "waiting", is: "missing" }], [{ field: "waiting", op: "<=", value: 0 }]] },
];

/**
 * Erases the person's record, which is also their chat, along with its labels and assignment. The same commit stores
 * the only thing retained: the hash of an opt-out. Anything the person writes after that is treated as new. The commit
 * is refused if a message to the person has started waiting since the record was read, or if the record has changed in
 * any other way.
 */
export async function erasePerson(work: Erasing): Promise<StepResult> {
  const { deps, own, erasure } = work;
  const { instance_id: instance } = own;
  const { person } = erasure;
  if (await isHistoryComing(work)) return { kind: "waits" };
  // An import in progress could save the person again.
  if (await endImports(deps.table, own, "erased", deps.clock.now())) return { kind: "waits" };
  // A reply doesn't count as waiting, and may have started since the waiting messages were cancelled. Once it has been
  // sent, the person would be stored again.
  if (await isAnyBeingSent(work)) return { kind: "waits" };
  const known = await personRecords.read(deps.table, instance, person);
  const until = idBound(ID_PREFIXES.message, new Date(deps.clock.now().getTime() + SAME_TIME_MS));
  const names = await readPersonNames(deps.table, instance, person, known, erasure.names);
  if (known === null) return { kind: "done", learned: { names, until: erasure.until ?? until } };
  if ((known.waiting ?? 0) > 0) return { kind: "waits" };
  const writes: Write[] = [
    ...personDeletion(instance, person, known),
    // This is all that the remaining steps of the erasure know about the person.
    { update: keys.erasure(instance, person), set: { names, until }, if: [{ item: "exists" }] },
    ...(await keptOptOuts(deps, instance, names, known)),
    ...(await mergedNames(deps, instance, names, person)),
  ];
  const isErased = await isCommitted(transactFenced(deps.table, instance, own.fence, writes));
  return isErased ? { kind: "done", learned: { names, until } } : { kind: "waits" };
}

/** Whether parts of a phone's history, which may contain messages with the person, are still being imported. */
async function isHistoryComing({ deps, own, erasure }: Erasing): Promise<boolean> {
  if (deps.clock.now().getTime() >= Date.parse(erasure.asked_at) + HISTORY_MS) return false;
  const { items } = await deps.table.query({ pk: keys.historyPart(own.instance_id, 0, "").pk, limit: 1 });
  return items.length > 0;
}

/**
 * Builds the writes that delete a person's record with its labels and assignment. They are refused if a message to the
 * person is waiting, or if the record has changed since it was read.
 * @param unchanged other fields that must not have changed.
 */
export const personDeletion = (
  instance: InstanceId,
  person: string,
  known: PersonRecord,
  unchanged: readonly (keyof PersonRecord)[] = [],
): SomeWrites => [
  {
    delete: keys.person(instance, person),
    if: [...NONE_WAITS, ...labelsAsRead(known), ...asRead(known, [...CHANGING, ...unchanged])],
  },
  ...(known.labels ?? []).flatMap((label) => rowRemoved(instance, label, person)),
  ...(known.assignee === undefined ? [] : [{ delete: keys.assigned(instance, known.assignee, person) }]),
];

/** The fields that determine what is erased along with the record. */
const CHANGING = ["assignee", "opted_out_ms", "private_id", "form"] as const satisfies (keyof PersonRecord)[];

/** Builds the writes that retain the person's opt-out under a hash of each of their keys. */
async function keptOptOuts(
  { optOuts }: Erasing["deps"],
  instance: string,
  names: readonly string[],
  { opted_out_ms }: PersonRecord,
): Promise<Write[]> {
  if (opted_out_ms === undefined) return [];
  return keepOptOut(instance, await optOuts.make(instance, names), opted_out_ms);
}

/** Builds the writes that erase the records of the person's other keys, which point to the record being erased. */
async function mergedNames({ table }: Erasing["deps"], instance: string, names: readonly string[], person: string) {
  const others = names.filter((name) => name !== person).map((name) => keys.person(instance, name));
  const found = others.length === 0 ? [] : (await table.getMany(others)).map(personRecords.of);
  const merged = found.filter(({ merged_into }) => merged_into === person);
  return merged.map(
    ({ pk, sk }): Write => ({
      delete: { pk, sk },
      if: [{ field: "merged_into", op: "=", value: person }],
    }),
  );
}
