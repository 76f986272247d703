import type { UserId } from "../../contracts/ids.ts";
import { asRead } from "../../records/as-read.ts";
import { type MovePlaceRecord, movePlaceRecords } from "../../records/gateway-move.ts";
import { subjectHash, subjectRecords } from "../../records/users/subject.ts";
import { keys } from "../../store/keys.ts";
import type { Table } from "../../store/table.ts";
import { eachAccount, eachInstance } from "./list-all.ts";
import type { MoveDeps } from "./move-away.ts";
import { reopenGateway } from "./reopen-gateway.ts";

/** Thrown if an archive can't be imported into this table. The message tells the operator why. */
export class NoPlace extends Error {}

/**
 * The identity of a machine's own user, or null on AWS. A machine without a team makes this user an admin of its
 * account at each start, so a table in which only this user exists counts as empty.
 */
export type MachineUser = { iss: string; sub: string } | null;

/**
 * Marks the current table as the destination of one move. @returns the place's name. @throws NoPlace if the table is
 * not empty.
 */
export async function prepareMovePlace({ table, clock, ids }: MoveDeps, own: MachineUser = null): Promise<string> {
  const before = await movePlaceRecords.read(table);
  if (before?.phase === "ready") return before.id;
  await requireEmpty(table, await userIdOf(table, own));
  if (before)
    throw new NoPlace(`This place has already accepted the move ${before.move}, and can't accept another one.`);
  const place: MovePlaceRecord = { id: ids.next("plc", clock.now()), phase: "ready" };
  await table.write({ put: { ...keys.movePlace(), ...place }, if: [{ item: "absent" }] });
  return place.id;
}

/**
 * Starts or continues importing a move's archive. @returns whether the archive must be loaded. False means that
 * everything has arrived and only needs to be opened. @throws NoPlace.
 */
export async function beginArrival(
  table: Table,
  { id: move, to }: { id: string; to: string },
  own: MachineUser = null,
): Promise<boolean> {
  const place = await movePlaceRecords.read(table);
  if (!place || place.id !== to) {
    throw new NoPlace(
      `The archive is for the place ${to}, and this is ${place ? `the place ${place.id}` : "not a place yet. Run: import prepare"}.`,
    );
  }
  if (place.phase === "done")
    throw new NoPlace("This place has already imported an archive. Each place can import only one archive, once.");
  if (place.move !== undefined && place.move !== move) {
    throw new NoPlace(
      `The import of the move ${place.move} has already begun here. Import its archive again to finish.`,
    );
  }
  if (place.phase === "opening") return false;
  if (place.phase === "ready") {
    const ownId = await userIdOf(table, own);
    await requireEmpty(table, ownId);
    if (own !== null && ownId !== null) await removeMachineUser(table, own, ownId);
    await setPhase(table, place, { phase: "loading", move });
  }
  return true;
}

/**
 * Opens everything that has been imported, once the import is complete. Safe to repeat after a crash. @throws NoPlace
 * if nothing has been imported.
 */
export async function openArrival(table: Table, shardCount: number, wakeLanes: () => Promise<void>): Promise<void> {
  const place = await movePlaceRecords.read(table);
  if (place?.phase !== "loading" && place?.phase !== "opening") throw new NoPlace("Nothing is being imported here.");
  const opening: MovePlaceRecord = { ...place, phase: "opening" };
  await setPhase(table, place, { phase: "opening" });
  await wakeLanes();
  await reopenGateway(table, shardCount);
  await setPhase(table, opening, { phase: "done" });
}

const setPhase = (table: Table, place: MovePlaceRecord, set: Partial<MovePlaceRecord>) =>
  table.write({ update: keys.movePlace(), set: { ...set }, if: asRead(place, ["id", "phase", "move"]) });

/** Returns the id of a machine's own user, or null if there is none. */
async function userIdOf(table: Table, own: MachineUser): Promise<UserId | null> {
  if (own === null) return null;
  return (await subjectRecords.read(table, subjectHash(own)))?.user_id ?? null;
}

/**
 * Checks that the table is empty. @param ownId the id of the machine's own user, the only user who may exist. @throws
 * NoPlace
 */
async function requireEmpty(table: Table, ownId: UserId | null): Promise<void> {
  for await (const account of eachAccount(table)) {
    for await (const instance of eachInstance(table, account)) {
      throw new NoPlace(`The account ${account} has the instance ${instance} here. A move needs an empty gateway.`);
    }
    const { items } = await table.query({ pk: keys.accountUser(account, "").pk, limit: 2 });
    if (items.some(({ sk }) => sk !== ownId))
      throw new NoPlace(`The account ${account} has people here. A move needs an empty gateway.`);
  }
}

/**
 * Removes the machine's own user before an archive is loaded, because the archive may contain a user with the same
 * identity. If it doesn't, the user is recreated at the next start.
 */
async function removeMachineUser(table: Table, own: NonNullable<MachineUser>, id: UserId): Promise<void> {
  for await (const account of eachAccount(table)) {
    await table.transact([
      { delete: keys.accountUser(account, id) },
      { delete: keys.userAccount(id, account) },
      { delete: keys.accountAdmins(account) },
    ]);
  }
  // Delete the subject last, so a repeated import can still find the user until then.
  await table.write({ delete: keys.user(id) });
  await table.write({ delete: keys.subject(subjectHash(own)) });
}
