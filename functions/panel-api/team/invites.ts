import * as z from "zod";
import { pathText } from "../../../core/contracts/ids.ts";
import { LIMITS } from "../../../core/contracts/limits.ts";
import { PANEL_LIMITS } from "../../../core/contracts/panel/panel-limits.ts";
import { ROLES } from "../../../core/contracts/panel/roles.ts";
import { Invite, NewInvite } from "../../../core/contracts/panel/team.ts";
import { text } from "../../../core/contracts/text.ts";
import { acceptInvite as accept } from "../../../core/operations/users/accept-invite.ts";
import { listInvites as list, makeInvite } from "../../../core/operations/users/make-invite.ts";
import { inviteLink, mailInvite, sendInviteAgain } from "../../../core/operations/users/send-invite.ts";
import { readInvite, withdrawInvite as withdraw } from "../../../core/operations/users/withdraw-invite.ts";
import { actorOf } from "../../../core/records/accounts/activity.ts";
import type { InviteRecord } from "../../../core/records/users/invite.ts";
import { reply } from "../../api/reply.ts";
import { type PanelContext, panelRoute } from "../panel-route.ts";
import { email } from "./given-email.ts";

const InviteParams = z.object({ id: pathText(LIMITS.idMaxChars, "not_found") });
const TOKEN_RULE = "Open the invitation link exactly as it was sent.";

const shown = ({ id, email, role, created_at, expires_at, sent_at }: InviteRecord) => {
  return { id, email, role, created_at, expires_at, sent_at };
};

const letterOf = ({ session, caller, panelUrl }: PanelContext) => ({
  account_name: session.account?.name ?? "",
  plan: caller.plan,
  panelUrl,
});

/** GET /panel-api/invites: lists the invitations that are still valid. */
export const listInvites = panelRoute("panel.invites.list", {
  responses: { 200: { description: "The open invitations", schema: z.array(Invite) } },
  handle: async ({ deps, caller, now }) => reply(200, (await list(deps.table, caller.account_id, now)).map(shown)),
});

/**
 * POST /panel-api/invites: invites someone by email. If no email could be sent, the response contains the link so that
 * it can be shared manually.
 */
export const createInvite = panelRoute("panel.invites.create", {
  body: z.object({
    email: email(),
    role: z.enum(ROLES, "The role must be viewer, member or admin."),
  }),
  responses: { 201: { description: "The invitation", schema: NewInvite } },
  async handle(request) {
    const { deps, caller, source, body, now, panelUrl } = request;
    const asked = { account_id: caller.account_id, ...body, by: actorOf(caller, source) };
    const { invite, token } = await makeInvite(deps, asked, now);
    const sent_at = await mailInvite(deps, invite, letterOf(request), token, now);
    return reply(201, { ...shown(invite), sent_at, link: sent_at === null ? inviteLink(panelUrl, token) : null });
  },
});

/** POST /panel-api/invites/{id}/send: emails a new link and invalidates the old link. */
export const sendInvite = panelRoute("panel.invites.send", {
  params: InviteParams,
  responses: { 202: { description: "The invitation", schema: NewInvite } },
  async handle(request) {
    const { deps, caller, params, now, panelUrl } = request;
    const invite = await readInvite(deps.table, caller.account_id, params.id, now);
    const { sent_at, token } = await sendInviteAgain(deps, invite, letterOf(request), now);
    return reply(202, { ...shown(invite), sent_at, link: sent_at === null ? inviteLink(panelUrl, token) : null });
  },
});

/** DELETE /panel-api/invites/{id}: withdraws an invitation. */
export const withdrawInvite = panelRoute("panel.invites.withdraw", {
  params: InviteParams,
  responses: { 204: { description: "The invitation link no longer works" } },
  async handle({ deps, caller, source, params, now }) {
    await withdraw(deps, { account_id: caller.account_id, id: params.id, by: actorOf(caller, source) }, now);
    return reply(204);
  },
});

/** POST /panel-api/invites/accept: adds the user to the account that invited them. */
export const acceptInvite = panelRoute("panel.invites.accept", {
  body: z.object({ token: text(PANEL_LIMITS.tokenMaxChars, TOKEN_RULE).min(1, TOKEN_RULE) }),
  responses: {
    200: {
      description: "The account and the user's role in it",
      schema: z.object({ account_id: z.string(), role: z.enum(ROLES) }),
    },
  },
  async handle({ deps, session, source, body, now }) {
    const { account_id, role } = await accept(deps, session, { token: body.token, source }, now);
    return reply(200, { account_id, role });
  },
});
