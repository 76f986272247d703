import * as z from "zod";
import type { Chat } from "../../../core/contracts/chats/chat.ts";
import type { UserId } from "../../../core/contracts/ids.ts";
import { News, Quiet } from "../../../core/contracts/panel/news.ts";
import { PANEL_LIMITS } from "../../../core/contracts/panel/panel-limits.ts";
import { hiddenTabPaceSec } from "../../../core/domain/accounts/hidden-tab-pace.ts";
import { deservesNotice } from "../../../core/domain/chats/deserves-notice.ts";
import { countWaiting } from "../../../core/operations/chats/count-waiting.ts";
import { findMovement } from "../../../core/operations/chats/find-movement.ts";
import { listChanged } from "../../../core/operations/chats/list-changed.ts";
import { presentChats } from "../../../core/operations/chats/present-chat.ts";
import { believeNumbers } from "../../../core/operations/instances/believe-numbers.ts";
import { listPointers } from "../../../core/operations/instances/list-pointers.ts";
import type { Caller } from "../../../core/records/accounts/caller.ts";
import { memberships } from "../../../core/records/users/membership.ts";
import { keys } from "../../../core/store/keys.ts";
import type { Table } from "../../../core/store/table.ts";
import { reply } from "../../api/reply.ts";
import { panelRoute } from "../panel-route.ts";
import { givenSince, sinceOf } from "./since.ts";

const NewsQuery = z.object({ since: givenSince().optional() });

/** GET /panel-api/quiet: returns only whether anything has been written since the last response. */
const getQuiet = panelRoute("panel.quiet", {
  query: NewsQuery,
  responses: { 200: { description: "Whether there is anything new to fetch", schema: Quiet } },
  async handle({ deps, caller, query, now }) {
    const numbers = await believeNumbers(deps.table, caller.account_id, now);
    const quiet = !(await findMovement(deps.table, numbers, sinceOf(query.since, now)));
    const hints = deps.env.HAS_HINTS === "1";
    return reply(200, { quiet, again_sec: hiddenTabPaceSec(numbers.length), hints, next: now.toISOString() });
  },
});

/** GET /panel-api/news: returns the chats to notify the user about, and how many people are waiting for an answer. */
const getNews = panelRoute("panel.news", {
  query: NewsQuery,
  responses: { 200: { description: "Chats with an unanswered new message, and how many wait", schema: News } },
  async handle({ deps, caller, query, now }) {
    const ids = (await listPointers(deps.table, caller.account_id)).map(({ sk }) => sk);
    const [changed, waiting] = await Promise.all([
      query.since === undefined ? [] : listChanged(deps, ids, sinceOf(query.since, now), PANEL_LIMITS.liveMax),
      countWaiting(deps.table, ids),
    ]);
    const chats = await presentChats(deps, caller.account_id, changed, now);
    const colleagues = await colleaguesOf(deps.table, caller, chats);
    const told = chats.filter((chat) => deservesNotice(chat, colleagues));
    return reply(200, { waiting, chats: told, next: now.toISOString() });
  },
});

/** Determines which of the colleagues assigned to these chats may still answer. */
async function colleaguesOf(table: Table, { account_id, user_id }: Caller, chats: Chat[]): Promise<Set<UserId>> {
  const others = new Set(chats.flatMap(({ assigned_to }) => assigned_to?.id ?? []).filter((id) => id !== user_id));
  const items = await table.getMany([...others].map((id) => keys.accountUser(account_id, id)));
  return new Set(items.map(memberships.of).flatMap(({ role, user_id: id }) => (role === "viewer" ? [] : [id])));
}

/** The routes that tell a team about new messages. */
export const routes = [getQuiet, getNews];
