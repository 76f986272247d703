import * as z from "zod";
import { Chat } from "../../../core/contracts/chats/chat.ts";
import { givenSearch } from "../../../core/contracts/contact.ts";
import { givenId } from "../../../core/contracts/ids.ts";
import { LIMITS } from "../../../core/contracts/limits.ts";
import { Links, OpenPageMeta } from "../../../core/contracts/pagination.ts";
import { readInstance } from "../../../core/operations/access/read-instance.ts";
import { listChats as readPage } from "../../../core/operations/chats/list-chats.ts";
import { presentChats } from "../../../core/operations/chats/present-chat.ts";
import { requireLabel } from "../../../core/operations/chats/require-label.ts";
import { searchChats } from "../../../core/operations/chats/search-chats.ts";
import { listPointers } from "../../../core/operations/instances/list-pointers.ts";
import { givenCursor } from "../list-place.ts";
import { pagePlaces } from "../page-places.ts";
import { queryFlag, queryInteger } from "../query-types.ts";
import { replyList } from "../reply.ts";
import { route } from "../route.ts";
import { validationError } from "../validate.ts";

const MOST_LABEL_ID = 999_999;

/** GET /v1/chats: newest first, 50 per page. Spec: Pagination styles; docs/decisions/0076. */
export const listChats = route("chats.list", {
  summary: "List chats, newest first",
  query: z.object({
    instance_id: givenId().optional(),
    waiting: queryFlag("waiting").optional().meta({
      description: "1: only chats whose person waits for an answer; 0: only the others",
    }),
    label_id: queryInteger("label_id", 1, MOST_LABEL_ID).optional().meta({
      description: "Only chats with this label. Labels belong to an instance: also give instance_id",
    }),
    search: givenSearch().optional(),
    page: queryInteger("page", 1, LIMITS.pageMax).optional(),
    cursor: givenCursor(),
  }),
  responses: {
    200: {
      description:
        "A page of 50; follow links.next until it is null. While chats move, one may be on two pages, and a page may be shorter",
      schema: z.object({ data: z.array(Chat), links: Links, meta: OpenPageMeta }),
      raw: true,
    },
  },
  errors: ["instance_not_found", "not_found", "rate_limited"],
  async handle({ caller, deps, query, now, baseUrl }) {
    const { waiting = null, label_id = null, search = "" } = query;
    const one = query.instance_id ?? caller.instance_id;
    if (one !== null) await readInstance(deps, caller, one);
    if (label_id !== null && one === null) throw validationError({ label_id: [LABEL_RULE] });
    if (label_id !== null && one !== null) await requireLabel(deps.table, one, label_id);

    const instances = one === null ? (await listPointers(deps.table, caller.account_id)).map(({ sk }) => sk) : [one];
    const choice = { waiting, label_id };
    const text = search.trim();
    const filter = [caller.account_id, caller.instance_id, one, waiting, label_id, text];
    const places = pagePlaces(deps, "chats", filter, LIMITS.chatsPagesMax);
    const start = await places.open(query);
    const found =
      text === ""
        ? await readPage(deps, instances, choice, start)
        : await searchChats(deps, { caller, now }, instances, { ...choice, search }, start);

    const { page: _page, cursor: _cursor, ...filters } = query;
    const again = { ...filters, waiting: waiting === null ? null : Number(waiting) };
    const next = await places.next(`${baseUrl}/v1/chats`, again, start, found.next);
    const data = await presentChats(deps, caller.account_id, found.chats, now);
    return replyList(data, next, { current_page: start.page, per_page: LIMITS.chatsPage });
  },
});

const LABEL_RULE = "Labels are an instance's own: give the instance_id of this one, too.";
