import * as z from "zod";
import { Chat } from "../../../core/contracts/chats/chat.ts";
import { LIMITS } from "../../../core/contracts/limits.ts";
import { Links, OpenPageMeta, pageUrl } from "../../../core/contracts/pagination.ts";
import { listChats } from "../../../core/operations/chats/list-chats.ts";
import { presentChats } from "../../../core/operations/chats/present-chat.ts";
import { requireLabel } from "../../../core/operations/chats/require-label.ts";
import { readInstance } from "../../../core/operations/instances/read-instance.ts";
import { queryInteger } from "../query-types.ts";
import { replyList } from "../reply.ts";
import { route } from "../route.ts";
import { LabelParams } from "./label-params.ts";

/** GET /v1/instances/{id}/labels/{label}/chats: as GET /v1/chats with this label. */
export const listLabelChats = route("labels.chats", {
  summary: "List the chats of a label, newest first",
  params: LabelParams,
  query: z.object({ page: queryInteger("page", 1, LIMITS.chatsPagesMax).optional() }),
  responses: {
    200: {
      description: "A page of 50; follow links.next until it is null. Chats without a message are counted, not listed",
      schema: z.object({ data: z.array(Chat), links: Links, meta: OpenPageMeta }),
      raw: true,
    },
  },
  errors: ["instance_not_found", "not_found"],
  async handle({ caller, deps, params, query, now, baseUrl }) {
    const { page = 1 } = query;
    const instance = await readInstance(deps, caller, params.id);
    await requireLabel(deps.table, instance.id, params.label);
    const found = await listChats(deps, [instance.id], { waiting: null, label_id: params.label }, page);
    const address = `${baseUrl}/v1/instances/${instance.id}/labels/${params.label}/chats`;
    const next = found.more && page < LIMITS.chatsPagesMax ? pageUrl(address, { page: page + 1 }) : null;
    const data = await presentChats(deps, caller.account_id, found.chats, now);
    return replyList(data, next, { current_page: page, per_page: LIMITS.chatsPage });
  },
});
