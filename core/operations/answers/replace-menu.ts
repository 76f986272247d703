import { isDeepStrictEqual } from "node:util";
import { EMPTY_MENU, type MenuChoice, type MenuDocument } from "../../contracts/answers/menu.ts";
import type { Menu, ReplaceMenuBody } from "../../contracts/answers/replace-menu.ts";
import type { CheckedMedia } from "../../domain/answers/menu-media.ts";
import { ApiError, endUnavailable } from "../../errors.ts";
import type { LaneDeps } from "../../lanes/lane.ts";
import type { MediaStore } from "../../ports.ts";
import { type Actor, activityWrite } from "../../records/accounts/activity.ts";
import { agentRecords } from "../../records/answers/agent.ts";
import { menuRecords } from "../../records/answers/menu.ts";
import type { InstanceRecord } from "../../records/instance.ts";
import { keys } from "../../store/keys.ts";
import { retryOnChange } from "../../store/retry-on-change.ts";
import type { Claim, SomeWrites } from "../../store/table.ts";
import { judgeMenu } from "./judge-menu.ts";
import { presentMenu } from "./present-menu.ts";
import { requireLive, SETTING_TRIES, settingWrites } from "./set-automation.ts";
import { dropOldFiles, fileWrites, readMenuFiles, storeMenuFiles } from "./store-menu-files.ts";

/** Dependencies for replacing a menu. */
export type MenuDeps = LaneDeps & { media: Pick<MediaStore, "put" | "link" | "remove"> };

/** The menu from a request, and who made the request. */
export interface MenuReplacement {
  instance: InstanceRecord;
  body: ReplaceMenuBody;
  actor: Actor;
  /** Whether files may be fetched from private addresses. True when everything runs on one machine. */
  allowPrivate: boolean;
}

/**
 * Replaces the whole menu, or changes nothing. Also increments the menu's version, so choices are no longer accepted
 * from the lists of an earlier version, which people may still see. Spec: PUT …/menu; Errors, rule 3.
 * @throws ApiError `validation_failed`; `file_budget_used`; `instance_not_found` if the instance was deleted in the
 * meantime.
 */
export async function replaceMenu(
  deps: MenuDeps,
  { instance, body, actor, allowPrivate }: MenuReplacement,
): Promise<Menu> {
  const { id, account_id } = instance;
  const judged = judgeMenu(body, {
    ...{ instance, allowPrivate, now: deps.clock.now() },
    hasKey: (await agentRecords.read(deps.table, id))?.sealed_key != null,
    known: await readMenuFiles(deps.table, instance),
    nextId: () => deps.ids.next("file", deps.clock.now()),
  });
  const stored = await storeMenuFiles(deps, instance, judged.files);
  const document = withFiles(judged.document, (media) => stored.get(media) ?? null);
  const used = new Map([...stored].flatMap(([one, media]) => (one.id === null ? [] : [[one.id, media] as const])));
  return retryOnChange({ tries: SETTING_TRIES, atEnd: endUnavailable }, async ({ commit }) => {
    const before = await menuRecords.read(deps.table, id);
    const known = await readMenuFiles(deps.table, instance);
    const missing = [...used.keys()].some((one) => !known.some(({ id: known }) => known === one));
    if (missing) throw new ApiError("conflict", { message: FILE_GONE });
    const now = deps.clock.now();
    const version = (before?.version ?? 0) + 1;
    const asRead: Claim = before ? { field: "version", op: "=", value: before.version } : { item: "absent" };
    const line = {
      account_id,
      owner: id,
      action: "menu.changed",
      actor,
      changed: changedFields(before?.document, document),
    } as const;
    const writes: SomeWrites = [
      { put: { ...keys.menu(id), document, version }, if: [asRead] },
      ...settingWrites(instance, { menu: document.enabled }),
      ...fileWrites(instance, known, used, now),
      activityWrite(deps.ids, line, now),
    ];
    await commit(deps.table.transact(writes), () => requireLive(deps.table, id));
    await dropOldFiles(deps, instance, known, now);
    return presentMenu(deps, document);
  });
}

function changedFields(before: MenuDocument = EMPTY_MENU, after: MenuDocument): string[] {
  const names = Object.keys(after) as (keyof MenuDocument)[]; // the document's own
  return names.filter((name) => !isDeepStrictEqual(before[name] ?? null, after[name] ?? null));
}

const FILE_GONE = "One of the menu's files was removed in the meantime. Fetch the menu and send it again.";

/** Returns the document with each choice's file replaced by its stored form. */
function withFiles(document: MenuDocument, fileOf: (media: CheckedMedia) => object | null): MenuDocument {
  const choiceOf = ({ media, choices, ...rest }: MenuChoice): MenuChoice => ({
    ...rest,
    media: media ? fileOf(media as CheckedMedia) : null, // made by `judgeMenu`
    ...(choices && { choices: choices.map(choiceOf) }),
  });
  return { ...document, choices: document.choices.map(choiceOf) };
}
