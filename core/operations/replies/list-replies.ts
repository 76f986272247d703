import type { SavedReply } from "../../contracts/answers/saved-reply.ts";
import type { AccountId, SavedReplyId } from "../../contracts/ids.ts";
import type { MediaStore } from "../../ports.ts";
import type { MenuFile } from "../../records/answers/menu.ts";
import { type SavedReplyRecord, savedReplies } from "../../records/answers/saved-reply.ts";
import { keys } from "../../store/keys.ts";
import type { Table } from "../../store/table.ts";
import { fileIdOf } from "./judge-reply.ts";

/**
 * A page of an account's saved replies. The next page starts after the id in `next`, which is null on the last page.
 */
export interface RepliesPage {
  replies: SavedReplyRecord[];
  next: SavedReplyId | null;
}

/** Reads an account's saved replies, oldest first. */
export async function listReplies(
  table: Table,
  account: AccountId,
  { limit, after }: { limit: number; after: string | null },
): Promise<RepliesPage> {
  const { pk, sk: prefix } = keys.savedReply(account, "");
  const from = after === null ? {} : { after: keys.savedReply(account, after).sk };
  const { items, more } = await table.query({ pk, prefix, limit, ...from });
  const replies = items.map(savedReplies.of);
  return { replies, next: more ? (replies.at(-1)?.id ?? null) : null };
}

/** Builds a saved reply in the form customers see, with a fresh link to its file. */
export async function presentReply(
  deps: { media: Pick<MediaStore, "link"> },
  { id, shortcut, text, media, created_at, updated_at }: SavedReplyRecord,
): Promise<SavedReply> {
  return { id, shortcut, text, media: media && (await mediaOf(deps, media)), created_at, updated_at };
}

async function mediaOf(
  deps: { media: Pick<MediaStore, "link"> },
  { content, file }: MenuFile,
): Promise<NonNullable<SavedReply["media"]>> {
  const { mimetype, filename, voice } = content;
  const url =
    "url" in content.file ? content.file.url : await deps.media.link(content.file.key, { mimetype, filename });
  return { id: fileIdOf({ content, file }), url, mimetype, filename, voice, size_bytes: file?.size_bytes ?? null };
}
