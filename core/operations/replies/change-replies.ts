import type { CreateSavedReplyBody, UpdateSavedReplyBody } from "../../contracts/answers/saved-reply.ts";
import { type AccountId, ID_PREFIXES, type SavedReplyId } from "../../contracts/ids.ts";
import { LIMITS } from "../../contracts/limits.ts";
import { wireTime } from "../../domain/wire-time.ts";
import { ApiError, endUnavailable } from "../../errors.ts";
import type { MenuFile } from "../../records/answers/menu.ts";
import {
  type SavedReplyRecord,
  type ShortcutsRecord,
  savedReplies,
  shortcuts,
} from "../../records/answers/saved-reply.ts";
import { keys } from "../../store/keys.ts";
import { retryOnChange } from "../../store/retry-on-change.ts";
import type { Claim, SomeWrites, Table, Write } from "../../store/table.ts";
import { fileIdOf, type JudgedReply, judgeReply } from "./judge-reply.ts";
import { dropOldReplyFiles, type ReplyFileDeps, replyFileWrites, storeReplyFile } from "./store-reply-file.ts";

/** The maximum number of attempts to change an account's contended replies. In practice, far fewer are needed. */
const TRIES = 200;

/** The account whose replies are changed, and how to check their files. */
export interface ReplyOwner {
  account_id: AccountId;
  /** Whether files may be fetched from private addresses, which is allowed when everything runs on one machine. */
  allowPrivate: boolean;
}

/**
 * Creates a saved reply. @throws ApiError `validation_failed`; `file_budget_used`; `conflict` if another reply has the
 * same shortcut (so repeating a request doesn't create a second reply), or if the account already has the maximum
 * number of replies.
 */
export async function createReply(
  deps: ReplyFileDeps,
  owner: ReplyOwner,
  body: CreateSavedReplyBody,
): Promise<SavedReplyRecord> {
  const id = deps.ids.next(ID_PREFIXES.savedReply, deps.clock.now());
  return commitReply(deps, owner, id, body, ({ replies }) => {
    if (Object.keys(replies).length >= LIMITS.savedRepliesMax) throw new ApiError("conflict", { message: FULL });
    return null;
  });
}

/**
 * Changes a saved reply, leaving omitted fields unchanged. @throws ApiError `not_found`; `validation_failed`;
 * `file_budget_used`; `conflict` if another reply has the same shortcut.
 */
export async function updateReply(
  deps: ReplyFileDeps,
  owner: ReplyOwner,
  id: SavedReplyId,
  body: UpdateSavedReplyBody,
): Promise<SavedReplyRecord> {
  return commitReply(deps, owner, id, body, (_taken, before) => before ?? noReply());
}

/** Deletes a saved reply. @throws ApiError `not_found`. */
export async function deleteReply(
  deps: ReplyFileDeps,
  { account_id: account }: Pick<ReplyOwner, "account_id">,
  id: SavedReplyId,
): Promise<void> {
  await retryOnChange({ tries: TRIES, atEnd: endUnavailable }, async ({ commit }) => {
    const taken = await readShortcuts(deps.table, account);
    const before = (await savedReplies.read(deps.table, account, id)) ?? noReply();
    const now = deps.clock.now();
    const { [before.shortcut]: _gone, ...replies } = taken.replies;
    const writes: SomeWrites = [
      shortcutsWrite(account, taken, replies),
      { delete: keys.savedReply(account, id) },
      ...replyFileWrites(account, { id: idOf(before.media) }, { id: null, media: null }, now),
    ];
    await commit(deps.table.transact(writes));
    await dropOldReplyFiles(deps, account, now);
  });
}

/**
 * Stores a reply with its file and shortcut. @param start validates the request against the stored replies and returns
 * the existing reply, or null for a new one.
 */
async function commitReply(
  deps: ReplyFileDeps,
  owner: ReplyOwner,
  id: SavedReplyId,
  body: UpdateSavedReplyBody,
  start: (taken: ShortcutsRecord, before: SavedReplyRecord | null) => SavedReplyRecord | null,
): Promise<SavedReplyRecord> {
  const { account_id: account } = owner;
  const judging = { ...owner, newId: deps.ids.next("file", deps.clock.now()) };
  let stored: MenuFile | null = null;
  return retryOnChange({ tries: TRIES, atEnd: endUnavailable }, async ({ commit }) => {
    const taken = await readShortcuts(deps.table, account);
    const before = start(taken, await savedReplies.read(deps.table, account, id));
    const judged: JudgedReply = judgeReply(body, before, judging);
    const shortcut = body.shortcut ?? before?.shortcut ?? "";
    requireFree(taken, shortcut, id);
    if (judged.media?.upload) stored ??= await storeReplyFile(deps, account, judged.media);
    const media = judged.media?.upload ? stored : withoutCaption(judged);
    const now = deps.clock.now();
    const at = wireTime(now);
    const reply = { id, shortcut, text: judged.text, media, created_at: before?.created_at ?? at, updated_at: at };
    const { [before?.shortcut ?? shortcut]: _own, ...others } = taken.replies;
    const writes: SomeWrites = [
      shortcutsWrite(account, taken, { ...others, [shortcut]: id }),
      { put: { ...keys.savedReply(account, id), ...reply } },
      ...replyFileWrites(account, { id: idOf(before?.media) }, { id: idOf(media), media }, now),
    ];
    await commit(deps.table.transact(writes));
    await dropOldReplyFiles(deps, account, now);
    return reply;
  });
}

/**
 * Returns the file without its caption. The reply's text is used as the caption and is added when the reply is sent.
 */
const withoutCaption = ({ media }: JudgedReply): MenuFile | null =>
  media === null ? null : { content: { ...media.content, caption: null }, file: media.file };

const idOf = (media: MenuFile | null | undefined) => (media ? fileIdOf(media) : null);

const readShortcuts = async (table: Table, account: AccountId): Promise<ShortcutsRecord> =>
  (await shortcuts.read(table, account)) ?? { replies: {}, version: 0 };

/**
 * Builds the write that stores the shortcuts, on the condition that they haven't changed since they were read. This
 * serializes all changes to an account's replies.
 */
function shortcutsWrite(account: AccountId, { version }: ShortcutsRecord, replies: ShortcutsRecord["replies"]): Write {
  const asRead: Claim = version === 0 ? { item: "absent" } : { field: "version", op: "=", value: version };
  return { put: { ...keys.shortcuts(account), replies, version: version + 1 }, if: [asRead] };
}

function requireFree({ replies }: ShortcutsRecord, shortcut: string, id: SavedReplyId): void {
  if (!Object.hasOwn(replies, shortcut) || replies[shortcut] === id) return;
  throw new ApiError("conflict", {
    message: `Another saved reply has the shortcut /${shortcut}. Choose a different shortcut.`,
  });
}

function noReply(): never {
  throw new ApiError("not_found", { message: "There is no saved reply with this id." });
}

const FULL = `An account can have at most ${LIMITS.savedRepliesMax} saved replies. Delete one that you don't need.`;
