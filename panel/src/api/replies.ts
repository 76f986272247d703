import type { CreateSavedReplyBody, UpdateSavedReplyBody } from "../../../core/contracts/answers/saved-reply.ts";
import { call } from "./call.ts";
import { allOf } from "./query.ts";

const MINUTE = 60_000;

/** The query for the account's saved replies. It includes links to their files, which expire after a day. */
export const repliesQuery = () => allOf("saved_replies.list", {}, { staleTime: MINUTE });

/** Creates a saved reply. Repeating the request fails, because the shortcut is already taken. */
export const createReply = (body: CreateSavedReplyBody) => call("saved_replies.create", { body });

/** Changes a saved reply. Omitted fields stay unchanged. */
export const updateReply = (id: string, body: UpdateSavedReplyBody) =>
  call("saved_replies.update", { at: { id }, body });

/** Deletes a saved reply. Messages that were already sent with its file keep it. */
export const deleteReply = (id: string) => call("saved_replies.delete", { at: { id } });
