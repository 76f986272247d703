import * as z from "zod";
import { Chat } from "../../../core/contracts/chats/chat.ts";
import { givenSearch } from "../../../core/contracts/contact.ts";
import { givenId } from "../../../core/contracts/ids.ts";
import { LIMITS } from "../../../core/contracts/limits.ts";
import { Links, OpenPageMeta } from "../../../core/contracts/pagination.ts";
import { readInstance } from "../../../core/operations/access/read-instance.ts";
import type { TeamChoice } from "../../../core/operations/chats/find-chosen-chats.ts";
import { listChats as readPage } from "../../../core/operations/chats/list-chats.ts";
import { presentChats } from "../../../core/operations/chats/present-chat.ts";
import { requireLabel } from "../../../core/operations/chats/require-label.ts";
import { searchChats } from "../../../core/operations/chats/search-chats.ts";
import { listPointers } from "../../../core/operations/instances/list-pointers.ts";
import type { Caller } from "../../../core/records/accounts/caller.ts";
import { givenCursor } from "../list-place.ts";
import { pagePlaces } from "../page-places.ts";
import { queryFlag, queryInteger } from "../query-types.ts";
import { replyList } from "../reply.ts";
import { route } from "../route.ts";
import { validationError } from "../validate.ts";
import { namedMember } from "./named-member.ts";

const MOST_LABEL_ID = 999_999;

/** GET /v1/chats: lists chats, newest first, 50 per page. Spec: Pagination styles; docs/decisions/0076. */
export const listChats = route("chats.list", {
  summary: "List chats, newest first",
  query: z.object({
    instance_id: givenId().optional(),
    waiting: queryFlag("waiting").optional().meta({
      description: "1 for only chats in which the person is waiting for an answer; 0 for only the others",
    }),
    label_id: queryInteger("label_id", 1, MOST_LABEL_ID).optional().meta({
      description: "Only chats with this label. Because labels belong to an instance, instance_id is required with it",
    }),
    assigned_to: givenId().optional().meta({
      description:
        "Only chats assigned to this team member; `none` for unassigned chats. In the panel, also `me` for your own chats",
    }),
    closed: queryFlag("closed").optional().meta({
      description: "1 for only chats that your team has closed; 0 for only open chats",
    }),
    snoozed: queryFlag("snoozed").optional().meta({
      description: "1 for only chats that your team has snoozed; 0 for only the others",
    }),
    search: givenSearch().optional(),
    page: queryInteger("page", 1, LIMITS.pageMax).optional(),
    cursor: givenCursor(),
  }),
  responses: {
    200: {
      description:
        "A page of 50. Follow links.next until it is null. If the order of chats changes in the meantime, a chat can appear on two pages, and a page can have fewer entries",
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
    const team = teamChoice(caller, query, now);
    const choice = { waiting, label_id, team };
    const text = search.trim();
    const { assignee = "", closed = "", snoozed = "" } = team ?? {};
    const byTeam = team === null ? [] : [assignee, closed, snoozed];
    const filter = [caller.account_id, caller.instance_id, one, waiting, label_id, text, ...byTeam];
    const places = pagePlaces(deps, "chats", filter, LIMITS.chatsPagesMax);
    const start = await places.open(query);
    const found =
      text === ""
        ? await readPage(deps, instances, choice, start)
        : await searchChats(deps, { caller, now }, instances, { ...choice, search }, start);

    const { page: _page, cursor: _cursor, ...filters } = query;
    const again = { ...filters, waiting: flag(waiting), closed: flag(query.closed), snoozed: flag(query.snoozed) };
    const next = await places.next(`${baseUrl}/v1/chats`, again, start, found.next);
    const data = await presentChats(deps, caller.account_id, found.chats, now);
    return replyList(data, next, { current_page: start.page, per_page: LIMITS.chatsPage });
  },
});

const flag = (given: boolean | null | undefined) => (given === null || given === undefined ? null : Number(given));

/** @returns the filters by team state, or null if the request contains none. */
function teamChoice(
  caller: Caller,
  { assigned_to, closed, snoozed }: { assigned_to?: string; closed?: boolean; snoozed?: boolean },
  now: Date,
): TeamChoice | null {
  if (assigned_to === undefined && closed === undefined && snoozed === undefined) return null;
  const named = assigned_to === "none" ? null : assigned_to;
  return {
    ...(named !== undefined && { assignee: namedMember(caller, "assigned_to", named) }),
    ...(closed !== undefined && { closed }),
    ...(snoozed !== undefined && { snoozed }),
    now,
  };
}

const LABEL_RULE = "Labels belong to an instance. Set the instance_id of this label as well.";
