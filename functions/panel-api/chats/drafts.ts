import * as z from "zod";
import { pathText } from "../../../core/contracts/ids.ts";
import { LIMITS } from "../../../core/contracts/limits.ts";
import { Message } from "../../../core/contracts/message.ts";
import { PanelDraft } from "../../../core/contracts/panel/drafts.ts";
import { discardDraft as discard } from "../../../core/operations/drafts/discard-draft.ts";
import { listDrafts as list } from "../../../core/operations/drafts/list-drafts.ts";
import { presentDrafts } from "../../../core/operations/drafts/present-drafts.ts";
import { releaseDraft as release } from "../../../core/operations/drafts/release-draft.ts";
import { presentMessages } from "../../../core/operations/messages/present-messages.ts";
import { reply } from "../../api/reply.ts";
import { panelRoute } from "../panel-route.ts";

const DraftParams = z.object({ id: pathText(LIMITS.idMaxChars, "not_found") });

/** GET /panel-api/drafts: lists drafts created by AI assistants that are still waiting to be released. */
const listDrafts = panelRoute("panel.drafts.list", {
  responses: { 200: { description: "The account's drafts, oldest first", schema: z.array(PanelDraft) } },
  async handle({ deps, caller, now }) {
    const drafts = await list(deps.table, caller.account_id, now);
    return reply(200, await presentDrafts(deps, caller.account_id, drafts));
  },
});

/** POST /panel-api/drafts/{id}/release: accepts the draft as a message from the user who releases it. */
const releaseDraft = panelRoute("panel.drafts.release", {
  params: DraftParams,
  responses: { 202: { description: "The message. Number protection decides when it is sent", schema: Message } },
  async handle({ deps, caller, source, params }) {
    const [message] = await presentMessages(deps, [await release(deps, caller, params.id, source)]);
    return reply(202, message);
  },
});

/** DELETE /panel-api/drafts/{id}: discards the draft without sending it. */
const discardDraft = panelRoute("panel.drafts.discard", {
  params: DraftParams,
  responses: { 204: { description: "The draft was discarded, and nothing was sent" } },
  async handle({ deps, caller, source, params }) {
    await discard(deps, caller, params.id, source);
    return reply(204);
  },
});

/** The routes of drafts. */
export const routes = [listDrafts, releaseDraft, discardDraft];
