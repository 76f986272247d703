import * as z from "zod";
import { givenId, ID_PREFIXES, type InstanceId } from "../../../core/contracts/ids.ts";
import { LIMITS } from "../../../core/contracts/limits.ts";
import { AnsweringBody, Live } from "../../../core/contracts/panel/live.ts";
import { PANEL_LIMITS } from "../../../core/contracts/panel/panel-limits.ts";
import { text } from "../../../core/contracts/text.ts";
import { readInstance } from "../../../core/operations/access/read-instance.ts";
import { findChat } from "../../../core/operations/chats/find-chat.ts";
import { listChanged } from "../../../core/operations/chats/list-changed.ts";
import { listSigned } from "../../../core/operations/chats/list-signed.ts";
import { presentChats } from "../../../core/operations/chats/present-chat.ts";
import { listPointers } from "../../../core/operations/instances/list-pointers.ts";
import { presentMessages } from "../../../core/operations/messages/present-messages.ts";
import { readHistory } from "../../../core/records/chats/chat-history.ts";
import type { StoredChat } from "../../../core/records/chats/stored-chat.ts";
import { answeringSign, noteTeamwork } from "../../../core/records/chats/team-sign.ts";
import { instanceRecords } from "../../../core/records/instance.ts";
import { isKept, type MessageRecord, messageRecords } from "../../../core/records/message.ts";
import { keys } from "../../../core/store/keys.ts";
import { queryList } from "../../api/query-types.ts";
import { reply } from "../../api/reply.ts";
import { validationError } from "../../api/validate.ts";
import { type PanelContext, panelRoute } from "../panel-route.ts";
import { givenAge, givenSince, sinceOf } from "./since.ts";

const LiveQuery = z.object({
  instance_id: givenId().optional(),
  chat_id: text(LIMITS.chatIdMaxChars, "The chat_id is too long.").optional(),
  since: givenSince().optional(),
  /** The age of the page's data, in seconds. */
  age: givenAge().optional(),
  watch: queryList(givenId(), PANEL_LIMITS.watchedMax).optional(),
});

/**
 * GET /panel-api/live: returns everything that changed since the last response: chats with a new message or a
 * colleague's change, the open chat's messages, who is currently answering in that chat, and the current state of the
 * watched messages. Changes before `since`, which is at most 15 minutes ago, are left out.
 */
const getLive = panelRoute("panel.live", {
  query: LiveQuery,
  responses: { 200: { description: "Chats, messages and numbers as they are now", schema: Live } },
  async handle(request) {
    const { deps, caller, query, now } = request;
    if (query.chat_id !== undefined && query.instance_id === undefined)
      throw validationError({ chat_id: ["A chat belongs to an instance. Set its instance_id as well."] });
    const since = sinceOf(query.since, now, query.age);
    const instances = await instancesOf(request, query.instance_id ?? null);
    const ids = instances.map(({ id }) => id);
    const [moved, signed, open, watched] = await Promise.all([
      listChanged(deps, ids, since, PANEL_LIMITS.liveMax),
      listSigned(deps, instances, since, now),
      query.chat_id === undefined ? null : openChat(request, query.instance_id ?? "", query.chat_id, since),
      watchedOf(request, query.watch ?? []),
    ]);
    const messages = [...new Map([...(open?.messages ?? []), ...watched].map((one) => [one.id, one])).values()];
    const chats = new Map([...moved, ...signed.chats].map((chat) => [`${chat.instance_id} ${chat.key}`, chat]));
    const answering = signed.answering.filter(
      ({ chat, user_id }) => chat === open?.chat.key && user_id !== caller.user_id,
    );
    return reply(200, {
      chats: await presentChats(deps, caller.account_id, [...chats.values()], now),
      messages: await presentMessages(deps, messages),
      instances: instances.map(({ id, status, status_reason }) => ({ id, status, status_reason })),
      answering: answering.map(({ user_id, at }) => ({ user_id, at })),
      teamwork: instances.some(({ teamwork }) => teamwork === true),
      next: now.toISOString(),
    });
  },
});

/**
 * POST /panel-api/answering: tells colleagues who have the same chat open that the user is writing an answer. The
 * indicator disappears after a few seconds.
 */
const showAnswering = panelRoute("panel.answering", {
  body: AnsweringBody,
  responses: { 204: { description: "Shown. It disappears after a few seconds" } },
  async handle({ deps, caller, session, body, now }) {
    const { instance, chat } = await findChat(deps, caller, body.instance_id, body.chat_id);
    await noteTeamwork(deps.table, instance);
    await deps.table.write(answeringSign(instance.id, chat.key, session.user.id, now));
    return reply(204);
  },
});

async function instancesOf({ deps, caller }: PanelContext, one: InstanceId | null) {
  if (one !== null) return [await readInstance(deps, caller, one)];
  const pointers = await listPointers(deps.table, caller.account_id);
  const items = await deps.table.getMany(pointers.map(({ sk }) => keys.instance(sk)));
  return items.map(instanceRecords.of).filter(({ removed_at }) => removed_at === null);
}

async function openChat(
  { deps, caller, now }: PanelContext,
  instance: InstanceId,
  chatId: string,
  since: Date,
): Promise<{ chat: StoredChat; messages: MessageRecord[] }> {
  const { chat } = await findChat(deps, caller, instance, chatId);
  const page = await readHistory(deps, caller.account_id, chat, { limit: PANEL_LIMITS.liveMax, offset: 0, since }, now);
  return { chat, messages: page.messages };
}

const MESSAGE_ID = new RegExp(`^${ID_PREFIXES.message}_`);

/**
 * Loads the watched messages. They are looked up under the caller's account, so other accounts' messages aren't found.
 */
async function watchedOf({ deps, caller, now }: PanelContext, ids: readonly string[]): Promise<MessageRecord[]> {
  const own = [...new Set(ids)].filter((id) => MESSAGE_ID.test(id));
  const items = await deps.table.getMany(own.map((id) => keys.message(caller.account_id, id)));
  return items.map(messageRecords.of).filter((record) => isKept(record, now));
}

/** The route that open pages poll constantly, and the route they use to report who is answering. */
export const routes = [getLive, showAnswering];
