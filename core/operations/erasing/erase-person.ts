import { ID_PREFIXES } from "../../contracts/ids.ts";
import { idBound } from "../../domain/ulid-bound.ts";
import { asRead } from "../../records/as-read.ts";
import { labelsAsRead, rowRemoved } from "../../records/chats/chat-labels.ts";
import { transactFenced } from "../../records/fence.ts";
import { type PersonRecord, personRecords } from "../../records/person.ts";
import { readPersonNames } from "../../records/person-names.ts";
import { isCommitted } from "../../store/is-committed.ts";
import { keys } from "../../store/keys.ts";
import type { Condition, Write } from "../../store/table.ts";
import type { Erasing, StepResult } from "./erasing-person.ts";

/** Clocks differ, and ids know only milliseconds: what is written this soon after the erasure is erased with it. */
const SAME_TIME_MS = 1_000;

/** None of the person's messages waits. */
const NONE_WAITS: Condition = [
  { anyOf: [[{ field: "waiting", is: "missing" }], [{ field: "waiting", op: "<=", value: 0 }]] },
];

/**
 * Erases the person's record, which is their chat, with its labels and its assignment, in one commit with the only
 * thing that is kept: the hash of an opt-out. What the person writes from then on is new. Refused if a message began to
 * wait for them, or the record changed in another way, since it was read.
 */
export async function erasePerson({ deps, own, erasure }: Erasing): Promise<StepResult> {
  const { instance_id: instance } = own;
  const { person } = erasure;
  const known = await personRecords.read(deps.table, instance, person);
  const until = idBound(ID_PREFIXES.message, new Date(deps.clock.now().getTime() + SAME_TIME_MS));
  const names = await readPersonNames(deps.table, instance, person, known, erasure.names);
  if (known === null) return { kind: "done", learned: { names, until: erasure.until ?? until } };
  if ((known.waiting ?? 0) > 0) return { kind: "waits" };
  const writes: Write[] = [
    {
      delete: keys.person(instance, person),
      if: [...NONE_WAITS, ...labelsAsRead(known), ...asRead(known, ["assignee", "opted_out_ms", "private_id", "form"])],
    },
    // Until the erasure ends, this is what its further steps know of the person.
    { update: keys.erasure(instance, person), set: { names, until }, if: [{ item: "exists" }] },
    ...(known.labels ?? []).flatMap((label) => rowRemoved(instance, label, person)),
    ...(known.assignee === undefined ? [] : [{ delete: keys.assigned(instance, known.assignee, person) }]),
    ...(await keptOptOuts(deps, instance, names, known)),
    ...(await mergedNames(deps, instance, names, person)),
  ];
  const isErased = await isCommitted(transactFenced(deps.table, instance, own.fence, writes));
  return isErased ? { kind: "done", learned: { names, until } } : { kind: "waits" };
}

/** Keeps that the person opted out, under the hash of each of their names. */
async function keptOptOuts(
  { optOuts }: Erasing["deps"],
  instance: string,
  names: readonly string[],
  { opted_out_ms }: PersonRecord,
): Promise<Write[]> {
  if (opted_out_ms === undefined) return [];
  const hashes = await optOuts.make(instance, names);
  return hashes.map((hash) => ({ put: { ...keys.keptOptOut(instance, hash), opted_out_ms } }));
}

/** Erases the records of the person's other names, which lead to the record that is erased. */
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
