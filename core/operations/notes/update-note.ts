import { wireTime } from "../../domain/wire-time.ts";
import { ApiError } from "../../errors.ts";
import type { Clock } from "../../ports.ts";
import type { Caller } from "../../records/accounts/caller.ts";
import type { StoredChat } from "../../records/chats/stored-chat.ts";
import { isCommitted } from "../../store/is-committed.ts";
import type { Table } from "../../store/table.ts";
import { type FoundNote, findNote } from "./read-notes.ts";

/**
 * Changes a note's text. Only its author may do this: users may change their own notes, and keys may change notes
 * written with a key.
 * @throws ApiError `not_found`; `role_not_allowed` or `key_not_allowed` for someone else's note.
 */
export async function updateNote(
  deps: { table: Table; clock: Clock },
  { user_id }: Pick<Caller, "user_id">,
  chat: StoredChat,
  { id, text }: { id: string; text: string },
): Promise<FoundNote> {
  const now = deps.clock.now();
  const note = await findNote(deps.table, chat, id, now);
  if (note === null) throw new ApiError("not_found", { message: NO_NOTE });
  if (note.user_id !== user_id) throw notYours(user_id === null, "changed");
  const changed = { text, edited_at: wireTime(now) };
  const { pk, sk } = note;
  const isDone = await isCommitted(deps.table.write({ update: { pk, sk }, set: changed, if: [{ item: "exists" }] }));
  if (!isDone) throw new ApiError("not_found", { message: NO_NOTE });
  return { ...note, ...changed };
}

/** Builds the error for an attempt to change a note written by someone else. */
export const notYours = (isKey: boolean, what: "changed" | "deleted"): ApiError =>
  isKey
    ? new ApiError("key_not_allowed", { message: `A note written by a person can't be ${what} with an API key.` })
    : new ApiError("role_not_allowed", {
        message: `This note can only be ${what} by the person who wrote it or by an admin.`,
      });

/** The error message for a note that does not exist. */
export const NO_NOTE =
  "There is no note with this id in this chat. Notes are stored for 30 days, or less if the account's retention period is shorter.";
