import type { QueryClient } from "@tanstack/react-query";
import type { Chat } from "../../../../core/contracts/chats/chat.ts";
import { changeChat, chatQuery } from "../../api/chats.ts";
import { ApiFailure } from "../../api/client.ts";
import { colleaguesQuery, whoMayAnswer } from "../../api/colleagues.ts";
import { meQuery } from "../../api/me.ts";
import { partOf, renew } from "../../api/query.ts";
import { putChat } from "./live-cache.ts";
import { isFree } from "./rules/team.ts";

/** The chat's assignee as last seen by the user, or null if it was unassigned. */
export type Seen = Chat["assigned_to"];

const TAKEN = new ApiFailure("A colleague took this chat.", {
  ...{ status: 409, code: "conflict" as const, errors: {}, requestId: null, retryAfterSec: null },
});

/**
 * Assigns an unassigned chat with a person to the user who is about to answer, so that two users don't both answer. A
 * chat assigned to a colleague stays with them. In an account with a single member, nothing is assigned automatically.
 * @param chat as in the page's URL. @param seen the assignee when the user sent the message. If that was a colleague,
 * the user answers in addition to them. @throws ApiFailure `conflict` if a colleague was faster.
 */
export async function takeOver(queries: QueryClient, instance: string, chat: string, seen: Seen): Promise<void> {
  const { queryKey } = chatQuery(instance, chat);
  const found = queries.getQueryData(queryKey);
  if (found?.type !== "person") return;
  const colleagues = whoMayAnswer(await queries.ensureQueryData(colleaguesQuery()));
  if (colleagues.length < 2 || !isFree(seen, colleagues)) return;
  const me = queries.getQueryData(meQuery().queryKey)?.user.id;
  if (found.assigned_to !== null && found.assigned_to.id === me) return;
  if (!isFree(found.assigned_to, colleagues)) throw TAKEN;
  const if_assigned_to = found.assigned_to?.id ?? null;
  try {
    putChat(queries, await changeChat(instance, found.id, { assigned_to: "me", if_assigned_to }));
  } catch (error) {
    await renew(queries, partOf("chats.get", { id: instance, chat }));
    const now = queries.getQueryData(queryKey)?.assigned_to?.id;
    // The same user may have been assigned the chat in another window.
    if (now === undefined || now !== me) throw error;
  }
}
