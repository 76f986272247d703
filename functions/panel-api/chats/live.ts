import * as z from "zod";
import { givenId, ID_PREFIXES, type InstanceId } from "../../../core/contracts/ids.ts";
import { LIMITS } from "../../../core/contracts/limits.ts";
import { Live } from "../../../core/contracts/panel/live.ts";
import { PANEL_LIMITS } from "../../../core/contracts/panel/panel-limits.ts";
import { text } from "../../../core/contracts/text.ts";
import { readInstance } from "../../../core/operations/access/read-instance.ts";
import { findChat } from "../../../core/operations/chats/find-chat.ts";
import { listChanged } from "../../../core/operations/chats/list-changed.ts";
import { presentChats } from "../../../core/operations/chats/present-chat.ts";
import { readHistory } from "../../../core/operations/chats/read-history.ts";
import { listPointers } from "../../../core/operations/instances/list-pointers.ts";
import { presentMessages } from "../../../core/operations/messages/present-messages.ts";
import { instanceRecords } from "../../../core/records/instance.ts";
import { isKept, type MessageRecord, messageRecords } from "../../../core/records/message.ts";
import { keys } from "../../../core/store/keys.ts";
import { queryList } from "../../api/query-types.ts";
import { reply } from "../../api/reply.ts";
import { validationError } from "../../api/validate.ts";
import { type PanelContext, panelRoute } from "../panel-route.ts";
import { givenSince, sinceOf } from "./since.ts";

const LiveQuery = z.object({
  instance_id: givenId().optional(),
  chat_id: text(LIMITS.chatIdMaxChars, "The chat_id is too long.").optional(),
  since: givenSince().optional(),
  watch: queryList(givenId(), PANEL_LIMITS.watchedMax).optional(),
});

/**
 * GET /panel-api/live: everything changed since the last answer: chats with a new message, the messages of the open
 * chat, and the current state of the watched messages. Nothing before `since`, which is at most a quarter of an hour
 * ago.
 */
const getLive = panelRoute("panel.live", {
  query: LiveQuery,
  responses: { 200: { description: "Chats, messages and numbers as they are now", schema: Live } },
  async handle(request) {
    const { deps, caller, query, now } = request;
    if (query.chat_id !== undefined && query.instance_id === undefined)
      throw validationError({ chat_id: ["A chat is an instance's: give its instance_id, too."] });
    const since = sinceOf(query.since, now);
    const instances = await instancesOf(request, query.instance_id ?? null);
    const ids = instances.map(({ id }) => id);
    const [chats, fresh, watched] = await Promise.all([
      listChanged(deps, ids, since, PANEL_LIMITS.liveMax),
      query.chat_id === undefined ? [] : messagesOf(request, query.instance_id ?? "", query.chat_id, since),
      watchedOf(request, query.watch ?? []),
    ]);
    const messages = [...new Map([...fresh, ...watched].map((one) => [one.id, one])).values()];
    return reply(200, {
      chats: await presentChats(deps, caller.account_id, chats, now),
      messages: await presentMessages(deps, messages),
      instances: instances.map(({ id, status, status_reason }) => ({ id, status, status_reason })),
      next: now.toISOString(),
    });
  },
});

async function instancesOf({ deps, caller }: PanelContext, one: InstanceId | null) {
  if (one !== null) return [await readInstance(deps, caller, one)];
  const pointers = await listPointers(deps.table, caller.account_id);
  const items = await deps.table.getMany(pointers.map(({ sk }) => keys.instance(sk)));
  return items.map(instanceRecords.of).filter(({ removed_at }) => removed_at === null);
}

async function messagesOf(
  { deps, caller, now }: PanelContext,
  instance: InstanceId,
  chatId: string,
  since: Date,
): Promise<MessageRecord[]> {
  const { chat } = await findChat(deps, caller, instance, chatId);
  const page = await readHistory(deps, caller.account_id, chat, { limit: PANEL_LIMITS.liveMax, offset: 0, since }, now);
  return page.messages;
}

const MESSAGE_ID = new RegExp(`^${ID_PREFIXES.message}_`);

/** Messages are read under the caller's account: another's are not there. */
async function watchedOf({ deps, caller, now }: PanelContext, ids: readonly string[]): Promise<MessageRecord[]> {
  const own = [...new Set(ids)].filter((id) => MESSAGE_ID.test(id));
  const items = await deps.table.getMany(own.map((id) => keys.message(caller.account_id, id)));
  return items.map(messageRecords.of).filter((record) => isKept(record, now));
}

/** The route that open pages ask all the time. */
export const routes = [getLive];
