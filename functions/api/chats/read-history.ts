import * as z from "zod";
import { HistoryMessage } from "../../../core/contracts/chats/history.ts";
import { LIMITS } from "../../../core/contracts/limits.ts";
import { Links, OffsetMeta, pageUrl } from "../../../core/contracts/pagination.ts";
import { findChat } from "../../../core/operations/chats/find-chat.ts";
import { presentMessages } from "../../../core/operations/messages/present-messages.ts";
import { readHistory as readPage } from "../../../core/records/chats/chat-history.ts";
import { givenCursor, listPlaces } from "../list-place.ts";
import { queryInteger } from "../query-types.ts";
import { replyList } from "../reply.ts";
import { route } from "../route.ts";
import { ChatParams } from "./chat-params.ts";

/**
 * GET /v1/instances/{id}/chats/{chat}/history: paginated by links.next, or by limit and offset. Spec: Pagination
 * styles; docs/decisions/0076.
 */
export const readHistory = route("chats.history", {
  summary: "List a chat's messages, newest first",
  params: ChatParams,
  query: z.object({
    limit: queryInteger("limit", 1, LIMITS.historyPageMax).optional(),
    offset: queryInteger("offset", 0, LIMITS.historyOffsetMax).optional(),
    cursor: givenCursor(),
  }),
  responses: {
    200: {
      description:
        "A page of the list. Follow links.next until it is null, or increase offset by limit until a page is empty",
      schema: z.object({ data: z.array(HistoryMessage), links: Links, meta: OffsetMeta }),
      raw: true,
    },
  },
  errors: ["instance_not_found", "chat_not_found"],
  async handle({ caller, deps, params, query, now, baseUrl }) {
    const { limit = LIMITS.historyPageDefault } = query;
    const { chat } = await findChat(deps, caller, params.id, params.chat);
    const places = listPlaces(deps, "history", [caller.account_id, chat.instance_id, chat.type, chat.key]);
    const start = await places.open(query);
    const page = await readPage(deps, caller.account_id, chat, { limit, ...start }, now);
    const shown = await presentMessages(deps, page.messages);
    const data = shown.map((message, i) => ({ ...message, source: page.messages[i]?.imported ? "phone" : "service" }));

    const path = `/v1/instances/${params.id}/chats/${encodeURIComponent(params.chat)}/history`;
    const cursor = await places.seal(start.offset + data.length, page.next);
    const next = cursor && pageUrl(`${baseUrl}${path}`, { limit: query.limit, cursor });
    return replyList(data, next, { limit, offset: start.offset });
  },
});
