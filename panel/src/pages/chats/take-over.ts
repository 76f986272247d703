import type { QueryClient } from "@tanstack/react-query";
import type { Chat } from "../../../../core/contracts/chats/chat.ts";
import { changeChat, chatQuery } from "../../api/chats.ts";
import { ApiFailure } from "../../api/client.ts";
import { colleaguesQuery, whoMayAnswer } from "../../api/colleagues.ts";
import { meQuery } from "../../api/me.ts";
import { partOf, renew } from "../../api/query.ts";
import { putChat } from "./live-cache.ts";
import { isFree } from "./rules/team.ts";

/** The member who had a chat when a person looked; null: nobody. */
export type Seen = Chat["assigned_to"];

const TAKEN = new ApiFailure("A colleague took this chat.", {
  ...{ status: 409, code: "conflict" as const, errors: {}, requestId: null, retryAfterSec: null },
});

/**
 * Gives a person's chat that nobody has to the one who is about to answer in it, so that of two people only one
 * answers. A chat that a colleague has stays theirs. An account of one person assigns nothing by itself.
 * @param chat as in the page's address. @param seen who had it when the person sent their message: if they saw a
 * colleague there, they answer beside them. @throws ApiFailure `conflict`: a colleague was faster.
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
    // Taken by the same person in another window.
    if (now === undefined || now !== me) throw error;
  }
}
