import { DAY_MS } from "../../contracts/durations.ts";
import type { AccountId } from "../../contracts/ids.ts";
import { LIMITS } from "../../contracts/limits.ts";
import type { CheckedMedia } from "../../domain/answers/menu-media.ts";
import type { LaneDeps } from "../../lanes/lane.ts";
import type { MediaStore } from "../../ports.ts";
import type { MenuFile } from "../../records/answers/menu.ts";
import type { MenuFileRecord } from "../../records/answers/menu-file.ts";
import { savedFiles } from "../../records/answers/saved-reply.ts";
import { keys } from "../../store/keys.ts";
import { ConditionFailed, type Table, type Write } from "../../store/table.ts";
import { storeUpload } from "../files/store-upload.ts";

/** Dependencies for storing and removing the files of saved replies. */
export type ReplyFileDeps = Pick<LaneDeps, "table" | "clock" | "ids" | "log"> & {
  media: Pick<MediaStore, "put" | "remove" | "link">;
};

/** The number of files per query. Accounts have few files, because each is uploaded in its own request. */
const PAGE = 100;

/**
 * Stores the file included with a saved reply, after the reply's record. If a crash happens in between, the leftover
 * file is cleaned up like any file that is no longer used. @throws ApiError `file_budget_used`.
 */
export async function storeReplyFile(
  deps: ReplyFileDeps,
  account: AccountId,
  { id, upload, content, file }: CheckedMedia,
): Promise<MenuFile> {
  if (!upload || id === null || !("key" in content.file)) return { content: { ...content, caption: null }, file };
  const { key } = content.file;
  const record: MenuFileRecord = { id, key, unused_at: deps.clock.now().toISOString() };
  await deps.table.write({ put: { ...keys.savedFile(account, id), ...record } });
  return { content: { ...content, caption: null }, file: await storeUpload(deps, account, key, upload) };
}

/**
 * Returns the writes that mark the file a reply now uses as used, and the file it used before as unused. Include them
 * in the transaction that changes the reply.
 */
export function replyFileWrites(
  account: AccountId,
  before: { id: string | null },
  after: { id: string | null; media: MenuFile | null },
  now: Date,
): Write[] {
  const used = (id: string): Write => ({
    update: keys.savedFile(account, id),
    set: { media: after.media, unused_at: null },
    if: [{ item: "exists" }],
  });
  const gone = (id: string): Write => ({
    update: keys.savedFile(account, id),
    set: { unused_at: now.toISOString() },
    if: [{ item: "exists" }],
  });
  return [
    ...(after.id === null || after.id === before.id ? [] : [used(after.id)]),
    ...(before.id === null || before.id === after.id ? [] : [gone(before.id)]),
  ];
}

/**
 * Removes files that have been unused by any reply for so long that every message containing them has expired, too.
 * Each file is removed before its record. A failure doesn't affect the current change; the removal is retried at the
 * next one.
 */
export async function dropOldReplyFiles(deps: ReplyFileDeps, account: AccountId, now: Date): Promise<void> {
  const failed = (error: unknown) =>
    deps.log.warn({ account_id: account, error: String(error) }, "a saved reply's old file could not be removed");
  const files = await readFiles(deps.table, account).catch((error: unknown) => {
    failed(error);
    return [];
  });
  for (const { id, key, unused_at } of files.filter((one) => isOver(one, now))) {
    try {
      await deps.media.remove(key);
      const asRead = [{ field: "unused_at", op: "=", value: unused_at } as const];
      await deps.table.write({ delete: keys.savedFile(account, id), if: asRead });
    } catch (error) {
      if (!(error instanceof ConditionFailed)) failed(error); // otherwise another request was faster
    }
  }
}

/**
 * How long an unused file is retained. A message that contains it may be scheduled up to 30 days ahead, and is retained
 * for 30 days after that.
 */
const KEPT_MS = (LIMITS.scheduleDaysAhead + LIMITS.retentionDays + 1) * DAY_MS;

const isOver = ({ unused_at }: MenuFileRecord, now: Date): boolean =>
  unused_at !== null && now.getTime() - Date.parse(unused_at) >= KEPT_MS;

async function readFiles(table: Table, account: AccountId): Promise<MenuFileRecord[]> {
  const { pk, sk: prefix } = keys.savedFile(account, "");
  const found: MenuFileRecord[] = [];
  for (let after: string | undefined; ; ) {
    const page = await table.query({ pk, prefix, limit: PAGE, ...(after !== undefined && { after }) });
    found.push(...page.items.map(savedFiles.of));
    after = page.items.at(-1)?.sk;
    if (!page.more || after === undefined) return found;
  }
}
