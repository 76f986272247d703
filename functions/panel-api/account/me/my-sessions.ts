import * as z from "zod";
import { pathText } from "../../../../core/contracts/ids.ts";
import { LIMITS } from "../../../../core/contracts/limits.ts";
import { MySession } from "../../../../core/contracts/panel/me.ts";
import { isSessionOver } from "../../../../core/domain/accounts/session-life.ts";
import { ApiError } from "../../../../core/errors.ts";
import { endSession, endSessionsOf, sessionsOf } from "../../../../core/operations/users/end-session.ts";
import { reply } from "../../../api/reply.ts";
import { panelRoute } from "../../panel-route.ts";

/** GET /panel-api/me/sessions: lists the user's active sign-ins, newest first. */
export const listSessions = panelRoute("panel.sessions.list", {
  responses: { 200: { description: "The user's sessions", schema: z.array(MySession) } },
  async handle({ deps, session, now }) {
    const found = (await sessionsOf(deps.table, session.user.id)).filter((one) => !isSessionOver(one, now));
    return reply(
      200,
      found.map(({ id, created_at, last_seen_at, address, browser }) => {
        return { id, created_at, last_seen_at, address, browser, current: id === session.record.id };
      }),
    );
  },
});

/** DELETE /panel-api/me/sessions: signs the user out everywhere else. */
export const endOtherSessions = panelRoute("panel.sessions.end_others", {
  responses: { 204: { description: "Every other session has ended" } },
  async handle({ deps, session }) {
    await endSessionsOf(deps.table, session.user.id, { but: session.record.id });
    return reply(204);
  },
});

/** DELETE /panel-api/me/sessions/{id}: ends one of the user's sign-ins. */
export const endOneSession = panelRoute("panel.sessions.end", {
  params: z.object({ id: pathText(LIMITS.idMaxChars, "not_found") }),
  responses: { 204: { description: "The session has ended" } },
  async handle({ deps, session, params }) {
    const found = (await sessionsOf(deps.table, session.user.id)).find(({ id }) => id === params.id);
    if (!found) throw new ApiError("not_found", { message: "You have no session with this id." });
    await endSession(deps.table, session.user.id, found.id, found.hmac);
    return reply(204);
  },
});
