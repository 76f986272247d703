import * as z from "zod";
import { Chat } from "../../../core/contracts/chats/chat.ts";
import { LIMITS } from "../../../core/contracts/limits.ts";
import { Links, OpenPageMeta } from "../../../core/contracts/pagination.ts";
import { readInstance } from "../../../core/operations/access/read-instance.ts";
import { listChats } from "../../../core/operations/chats/list-chats.ts";
import { presentChats } from "../../../core/operations/chats/present-chat.ts";
import { requireLabel } from "../../../core/operations/chats/require-label.ts";
import { givenCursor } from "../list-place.ts";
import { pagePlaces } from "../page-places.ts";
import { queryInteger } from "../query-types.ts";
import { replyList } from "../reply.ts";
import { route } from "../route.ts";
import { LabelParams } from "./label-params.ts";

/** GET /v1/instances/{id}/labels/{label}/chats: returns the same chats as GET /v1/chats filtered by the label. */
export const listLabelChats = route("labels.chats", {
  summary: "List the chats with a label, newest first",
  params: LabelParams,
  query: z.object({ page: queryInteger("page", 1, LIMITS.pageMax).optional(), cursor: givenCursor() }),
  responses: {
    200: {
      description:
        "A page of 50. Follow links.next until it is null. Chats without a message are counted but not listed",
      schema: z.object({ data: z.array(Chat), links: Links, meta: OpenPageMeta }),
      raw: true,
    },
  },
  errors: ["instance_not_found", "not_found"],
  async handle({ caller, deps, params, query, now, baseUrl }) {
    const instance = await readInstance(deps, caller, params.id);
    await requireLabel(deps.table, instance.id, params.label);
    const places = pagePlaces(deps, "label_chats", [instance.id, params.label], LIMITS.chatsPagesMax);
    const start = await places.open(query);
    const found = await listChats(deps, [instance.id], { waiting: null, label_id: params.label }, start);
    const address = `${baseUrl}/v1/instances/${instance.id}/labels/${params.label}/chats`;
    const next = await places.next(address, {}, start, found.next);
    const data = await presentChats(deps, caller.account_id, found.chats, now);
    return replyList(data, next, { current_page: start.page, per_page: LIMITS.chatsPage });
  },
});
