import { HOUR_MS, MINUTE_MS } from "../../contracts/durations.ts";
import type { InstanceId } from "../../contracts/ids.ts";
import { ApiError } from "../../errors.ts";
import type { LaneDeps } from "../../lanes/lane.ts";
import type { FileNames, MediaStore } from "../../ports.ts";
import type { AccountRecord } from "../../records/accounts/account.ts";
import type { ChorePiece, ChoreRecord, PieceResult } from "../../records/chore.ts";
import { instanceRecords } from "../../records/instance.ts";
import { isCommitted } from "../../store/is-committed.ts";
import { keys } from "../../store/keys.ts";
import { deleteInstance } from "../instances/delete-instance.ts";
import { dropKeys, dropPage, dropPeople, dropUrls, partitionsOfAccount, partitionsOfOwner } from "./drop-records.ts";
import { stopAccount } from "./stop-account.ts";

/** Dependencies for deleting an account. */
export type DeleteDeps = LaneDeps & { media: Pick<MediaStore, "remove"> & FileNames };

/** The number of files to remove per piece. This number is a design choice. */
const FILES = 100;
/** How often to check whether an instance's session has removed the instance's data. */
const LOOKED_EVERY_MS = MINUTE_MS;

/** An account being deleted, and the word after the `|` in the name of the stored step. */
interface Deleting {
  deps: DeleteDeps;
  account: AccountRecord;
  word: string;
}

/**
 * The steps of a deletion, in order. Each step runs in repeatable pieces: a piece only removes what still exists. A
 * record is removed after the data it refers to; the activity log and the account itself come last.
 */
const STEPS: Record<string, (work: Deleting) => Promise<PieceResult>> = {
  instances: nextInstance,
  instance: removeInstance,
  files: removeFiles,
  people: async ({ deps, account }) => ((await dropPeople(deps.table, account.id)) ? at("people") : at("keys")),
  keys: async ({ deps, account }) => ((await dropKeys(deps.table, account.id)) ? at("keys") : at("urls")),
  urls: async ({ deps, account }) => {
    await dropUrls(deps.table, account.id, "account");
    return at("records|0");
  },
  records: removeRecords,
  end: removeAccount,
};

const at = (place: string): PieceResult => ({ kind: "more", place });

/** Returns the piece that deletes an account. It first waits until the deletion can no longer be undone. */
export const deletionPiece =
  (deps: DeleteDeps): ChorePiece =>
  async (account, chore) => {
    if (account.delete_at === undefined) return { kind: "over" };
    const now = deps.clock.now();
    if (account.moving !== undefined) return { kind: "rests", until: new Date(now.getTime() + HOUR_MS) };
    if (account.delete_begun !== true) return begin(deps, account, account.delete_at, now);
    const [step = "", word = ""] = placeOf(chore).split("|");
    const work = STEPS[step];
    if (work === undefined) throw new Error("The deletion of an account is at an unknown step.");
    return work({ deps, account, word });
  };

const placeOf = ({ after }: ChoreRecord) => after || "instances";

/**
 * Stops the account, in case the process that requested the deletion died before doing so. Begins the deletion once it
 * can no longer be undone.
 */
async function begin(deps: DeleteDeps, account: AccountRecord, delete_at: string, now: Date): Promise<PieceResult> {
  await stopAccount(deps, account.id);
  if (now.toISOString() < delete_at) return { kind: "rests", until: new Date(delete_at) };
  const isBegun = await isCommitted(
    deps.table.write({
      update: keys.account(account.id),
      set: { delete_begun: true },
      if: [{ field: "delete_at", op: "=", value: delete_at }],
    }),
  );
  return isBegun ? at("instances") : { kind: "over" };
}

/** Records the next instance before deleting it, because a deleted instance is no longer in any list. */
async function nextInstance({ deps, account }: Deleting): Promise<PieceResult> {
  const { items } = await deps.table.query({ pk: keys.accountInstance(account.id, "").pk, limit: 1 });
  const [first] = items;
  return first ? at(`instance|${first.sk}`) : at("files");
}

/** Deletes an instance, waits until its session has removed its data, and then removes the remaining records. */
async function removeInstance({ deps, account, word: instance }: Deleting): Promise<PieceResult> {
  const record = await instanceRecords.read(deps.table, instance);
  if (record === null) {
    await dropUrls(deps.table, account.id, instance);
    for (const pk of partitionsOfOwner(account.id, instance))
      if (await dropPage(deps.table, pk)) return again(instance);
    await deps.table.write({ delete: keys.accountInstance(account.id, instance) });
    return at("instances");
  }
  try {
    // Delete the number even if the network restricts it, because the restriction may last indefinitely. Its session
    // still tries to log out.
    if (record.removed_at === null) await deleteInstance(deps, record, true);
  } catch (error) {
    const isDeleted = error instanceof ApiError && error.code === "instance_not_found";
    if (!isDeleted) throw error; // otherwise somebody else deleted it
  }
  return {
    kind: "rests",
    until: new Date(deps.clock.now().getTime() + LOOKED_EVERY_MS),
    place: `instance|${instance}`,
  };
}

const again = (instance: InstanceId): PieceResult => at(`instance|${instance}`);

async function removeFiles({ deps, account }: Deleting): Promise<PieceResult> {
  for (const kind of ["ACC", "BRD", "MNU", "EXP"]) {
    const found = await deps.media.list(`${kind}/${account.id}/`, FILES);
    for (const key of found) await deps.media.remove(key);
    if (found.length > 0) return at("files");
  }
  return at("people");
}

/** Removes a page of the account's remaining records, partition by partition. */
async function removeRecords({ deps, account, word }: Deleting): Promise<PieceResult> {
  const pk = partitionsOfAccount(account.id)[Number(word)];
  if (pk === undefined) return at("end");
  return (await dropPage(deps.table, pk)) ? at(`records|${word}`) : at(`records|${Number(word) + 1}`);
}

/** Removes the account itself, which completes the deletion. */
async function removeAccount({ deps, account }: Deleting): Promise<PieceResult> {
  await deps.table.transact([
    { delete: keys.account(account.id) },
    { delete: keys.accountPointer(account.id) },
    { delete: keys.chore("retention", account.id) },
    { delete: keys.chore("export", account.id) },
    { delete: keys.chore("import", account.id) },
  ]);
  deps.log.info({ account_id: account.id }, "an account was deleted");
  return { kind: "over" };
}
