import { shortName } from "../../domain/chats/short-name.ts";
import { checkFence } from "../../records/fence.ts";
import type { Owner } from "../../records/owner.ts";
import { personRecords } from "../../records/person.ts";
import { keys } from "../../store/keys.ts";
import { type Claim, ConditionFailed, type Table } from "../../store/table.ts";

/** A display name that a person chose. */
export interface ShownName {
  /** The person's key. */
  person: string;
  name: string;
}

/**
 * Stores the names that people chose to show, for people who have a record but no name yet. @param names at most 100.
 * @throws FenceLost
 */
export async function importNames({ table }: { table: Table }, own: Owner, names: ShownName[]): Promise<void> {
  if (names.length === 0) return;
  await checkFence(table, own.instance_id, own.fence);
  const byPerson = new Map(names.map(({ person, name }) => [person, shortName(name)]));
  const items = await table.getMany([...byPerson.keys()].map((person) => keys.person(own.instance_id, person)));
  const nameless = items
    .map(personRecords.of)
    .filter(({ contact_name, merged_into }) => !contact_name && merged_into === undefined);
  await Promise.all(
    nameless.map(async ({ pk, sk, contact_name }) => {
      const name = byPerson.get(sk);
      if (!name) return;
      const still: Claim =
        contact_name === undefined
          ? { field: "contact_name", is: "missing" }
          : { field: "contact_name", op: "=", value: contact_name };
      try {
        await table.write({
          update: { pk, sk },
          set: { contact_name: name },
          if: [{ item: "exists" }, still, { field: "merged_into", is: "missing" }],
        });
      } catch (error) {
        if (!(error instanceof ConditionFailed)) throw error; // a newer name came, or the person was erased
      }
    }),
  );
}
