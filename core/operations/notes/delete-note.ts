import { ApiError } from "../../errors.ts";
import type { Clock } from "../../ports.ts";
import type { Caller } from "../../records/accounts/caller.ts";
import type { StoredChat } from "../../records/chats/stored-chat.ts";
import type { Table } from "../../store/table.ts";
import { findNote } from "./read-notes.ts";
import { NO_NOTE, notYours } from "./update-note.ts";

/**
 * Deletes a note. Users may delete their own notes; admins and full keys may delete any note.
 * @throws ApiError `not_found`, or `role_not_allowed` for someone else's note.
 */
export async function deleteNote(
  deps: { table: Table; clock: Clock },
  { user_id, role }: Pick<Caller, "user_id" | "role">,
  chat: StoredChat,
  id: string,
): Promise<void> {
  const note = await findNote(deps.table, chat, id, deps.clock.now());
  if (note === null) throw new ApiError("not_found", { message: NO_NOTE });
  const may = user_id === null || role === "admin" || note.user_id === user_id;
  if (!may) throw notYours(false, "deleted");
  const { pk, sk } = note;
  await deps.table.write({ delete: { pk, sk } });
}
