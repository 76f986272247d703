import type { Owner } from "../../records/owner.ts";
import { personRecords } from "../../records/person.ts";
import { keys } from "../../store/keys.ts";
import { type MergeDeps, mergePerson } from "./merge-person.ts";

/** Merges the people in the pairs who are stored under their private id. @throws FenceLost */
export async function mergePairs(
  deps: MergeDeps,
  own: Owner,
  pairs: { phone: string; private_id: string }[],
): Promise<void> {
  if (pairs.length === 0) return;
  const byPrivateId = new Map(pairs.map((pair) => [pair.private_id, pair]));
  const hidden = await deps.table.getMany([...byPrivateId.keys()].map((id) => keys.person(own.instance_id, id)));
  for (const { sk, merged_into } of hidden.map(personRecords.of)) {
    const pair = byPrivateId.get(sk);
    if (pair && merged_into !== pair.phone) await mergePerson(deps, own, pair);
  }
}
