import { MENU_LIMITS } from "../../contracts/answers/answer-limits.ts";
import type { MenuChoice, MenuDocument } from "../../contracts/answers/menu.ts";
import type { ReplaceMenuBody } from "../../contracts/answers/replace-menu.ts";
import { DAY_MS } from "../../contracts/durations.ts";
import { checkMenu } from "../../domain/answers/check-menu.ts";
import { type CheckedMedia, checkMenuMedia } from "../../domain/answers/menu-media.ts";
import { menuFileKey } from "../../domain/files/menu-file-key.ts";
import { ApiError } from "../../errors.ts";
import { isOver, type MenuFileRecord } from "../../records/answers/menu-file.ts";
import type { InstanceRecord } from "../../records/instance.ts";

type GivenChoice = ReplaceMenuBody["choices"][number];

/** The data needed to check a menu. */
export interface MenuJudging {
  instance: Pick<InstanceRecord, "id" | "account_id">;
  hasKey: boolean;
  /** The files that are already stored for the menu. */
  known: readonly MenuFileRecord[];
  allowPrivate: boolean;
  nextId(): string;
  now: Date;
}

/** A valid menu. Each choice's `media` is a CheckedMedia. */
export interface JudgedMenu {
  document: MenuDocument;
  files: CheckedMedia[];
}

/**
 * Checks a whole menu and reports all of its errors together, each under the path of its choice. Spec: Menu (per
 * instance).
 * @throws ApiError `validation_failed`, e.g. `errors["choices.0.label"]`.
 */
export function judgeMenu(body: ReplaceMenuBody, judging: MenuJudging): JudgedMenu {
  const faults: Record<string, string> = {};
  const files: CheckedMedia[] = [];
  const choiceOf = (given: GivenChoice, path: string): MenuChoice => {
    const { label, outcome, answer = null, media = null, choices } = given;
    const checked = media && mediaOf({ media, answer: answer ?? "" }, judging);
    if (checked && "faults" in checked)
      for (const [field, fault] of Object.entries(checked.faults)) faults[`${path}.${field}`] = fault;
    else if (checked) files.push(checked);
    const inner = choices?.map((one, at) => choiceOf(one, `${path}.choices.${at}`));
    return { label, outcome, answer, media: checked, ...(inner && { choices: inner }) };
  };
  const document: MenuDocument = {
    enabled: body.enabled,
    greeting: body.greeting ?? "",
    handover_message: body.handover_message ?? "",
    choices: body.choices.map((one, at) => choiceOf(one, `choices.${at}`)),
    language: body.language ?? null,
  };
  const all = { ...checkMenu(document, judging), ...faults };
  const stored = new Set(files.flatMap(({ id }) => id ?? []));
  if (stored.size > MENU_LIMITS.filesMax)
    all.choices ??= `The menu has too many files. Send at most ${MENU_LIMITS.filesMax} files, and use urls for the others.`;
  if (sizeOf(document) > MENU_LIMITS.storedMaxBytes)
    all.choices ??= "The menu is too large to store. Shorten its answers.";
  if (Object.keys(all).length > 0) {
    const errors = Object.fromEntries(Object.entries(all).map(([field, fault]) => [field, [fault]]));
    throw new ApiError("validation_failed", { errors });
  }
  return { document, files };
}

function mediaOf(
  given: Parameters<typeof checkMenuMedia>[0],
  { instance, known, nextId, allowPrivate, now }: MenuJudging,
) {
  const newId = nextId();
  // Don't reuse a file that is due for removal soon: another request may already be removing it.
  const soon = new Date(now.getTime() + DAY_MS);
  const record = known.find((one) => one.id === given.media.id && !isOver(one, soon));
  const { content, file } = record?.media ?? {};
  const kept = record && content && file ? { id: record.id, content, file } : null;
  return checkMenuMedia(given, kept, {
    newId,
    allowPrivate,
    fileKey: menuFileKey(instance.account_id, instance.id, newId),
  });
}

/** Returns the menu's size in bytes, without the files, which are stored elsewhere. */
const sizeOf = (document: MenuDocument) =>
  Buffer.byteLength(JSON.stringify(document, (name, value) => (name === "upload" ? null : value)));
