import type { CheckedMedia } from "../../domain/answers/menu-media.ts";
import { ApiError } from "../../errors.ts";
import type { LaneDeps } from "../../lanes/lane.ts";
import type { MediaStore } from "../../ports.ts";
import { isOver, type MenuFileRecord, menuFiles } from "../../records/answers/menu-file.ts";
import type { InstanceRecord } from "../../records/instance.ts";
import { isCommitted } from "../../store/is-committed.ts";
import { keys } from "../../store/keys.ts";
import { ConditionFailed, type Table, type Write } from "../../store/table.ts";
import { notRemoved } from "../access/request-instance-change.ts";
import { storeUpload } from "../files/store-upload.ts";

type Owner = Pick<InstanceRecord, "id" | "account_id">;
type Media = Pick<MediaStore, "put" | "remove">;
/** The number of files per query. A menu has few files, because each is uploaded in a separate request. */
const PAGE = 100;

/** Reads all files stored for a menu, including those that it no longer uses. */
export async function readMenuFiles(table: Table, { id }: Owner): Promise<MenuFileRecord[]> {
  const { pk, sk: prefix } = keys.menuFile(id, "");
  const found: MenuFileRecord[] = [];
  for (let after: string | undefined; ; ) {
    const page = await table.query({ pk, prefix, limit: PAGE, ...(after !== undefined && { after }) });
    found.push(...page.items.map(menuFiles.of));
    after = page.items.at(-1)?.sk;
    if (!page.more || after === undefined) return found;
  }
}

/**
 * Stores a new menu's files, writing each file's record first. If a crash happens in between, the leftover file is
 * still found and removed, like any file that the menu no longer uses. @returns every file in its stored form. @throws
 * ApiError `file_budget_used`.
 */
export async function storeMenuFiles(
  deps: LaneDeps & { media: Media },
  { id: instance, account_id }: Owner,
  files: readonly CheckedMedia[],
): Promise<Map<CheckedMedia, MenuFileRecord["media"]>> {
  const stored = new Map<CheckedMedia, MenuFileRecord["media"]>();
  for (const checked of files) {
    const { id, upload, content, file } = checked;
    if (!upload || id === null || !("key" in content.file)) {
      stored.set(checked, { content, file });
      continue;
    }
    const { key } = content.file;
    const record: MenuFileRecord = { id, key, unused_at: deps.clock.now().toISOString() };
    const put = { ...keys.menuFile(instance, id), ...record };
    const noted = deps.table.transact([{ put }, { check: keys.instance(instance), if: notRemoved }]);
    if (!(await isCommitted(noted))) throw new ApiError("instance_not_found");
    stored.set(checked, { content, file: await storeUpload(deps, account_id, key, upload) });
  }
  return stored;
}

/**
 * Returns the writes that mark which files the menu now uses and which it no longer uses. Include them in the
 * transaction that replaces the menu.
 */
export function fileWrites(
  { id: instance }: Owner,
  known: readonly MenuFileRecord[],
  used: ReadonlyMap<string, MenuFileRecord["media"]>,
  now: Date,
): Write[] {
  const gone = known.filter(({ id, unused_at }) => unused_at === null && !used.has(id));
  return [
    ...[...used].map(
      ([id, media]): Write => ({
        update: keys.menuFile(instance, id),
        set: { media, unused_at: null },
        if: [{ item: "exists" }],
      }),
    ),
    ...gone.map(
      ({ id }): Write => ({
        update: keys.menuFile(instance, id),
        set: { unused_at: now.toISOString() },
        if: [{ item: "exists" }],
      }),
    ),
  ];
}

/**
 * Removes files that the menu hasn't used for 30 days, the retention time of messages that contain them. Each file is
 * removed before its record, so a failed removal is retried at the next change. A menu can't reuse a file that is about
 * to be removed; see `judgeMenu`.
 */
export async function dropOldFiles(
  deps: LaneDeps & { media: Media },
  { id: instance }: Owner,
  known: readonly MenuFileRecord[],
  now: Date,
): Promise<void> {
  for (const { id, key, unused_at } of known.filter((one) => isOver(one, now))) {
    try {
      await deps.media.remove(key);
      await deps.table.write({
        delete: keys.menuFile(instance, id),
        if: [{ field: "unused_at", op: "=", value: unused_at }],
      });
    } catch (error) {
      if (error instanceof ConditionFailed) continue; // another request was faster
      deps.log.warn({ instance_id: instance, error: String(error) }, "an old file of a menu could not be removed");
    }
  }
}
