import * as z from "zod";
import { LANGUAGES, Me, THEMES } from "../../../../core/contracts/panel/me.ts";
import { PANEL_LIMITS } from "../../../../core/contracts/panel/panel-limits.ts";
import { text, words } from "../../../../core/contracts/text.ts";
import { changeMe as change } from "../../../../core/operations/users/change-me.ts";
import { reply } from "../../../api/reply.ts";
import { panelRoute } from "../../panel-route.ts";
import { showMe } from "./show-me.ts";

const ZONE_MAX_CHARS = 64;
const ZONE_RULE = "Enter a time zone by its IANA name, such as America/Sao_Paulo.";

function isZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** PATCH /panel-api/me: changes the signed-in user's settings. Fields not in the request stay as they are. */
export const changeMe = panelRoute("panel.me.update", {
  body: z
    .object({
      name: words("name", PANEL_LIMITS.personNameMaxChars, { trimmed: true }).nullable(),
      language: z.enum(LANGUAGES, "The language must be en, es, pt or null.").nullable(),
      theme: z.enum(THEMES, "The theme must be system, light or dark."),
      timezone: text(ZONE_MAX_CHARS, ZONE_RULE).refine(isZone, ZONE_RULE).nullable(),
    })
    .partial(),
  responses: { 200: { description: "The updated user", schema: Me } },
  async handle({ deps, session, body }) {
    // Fields missing from the request are also missing from the parsed body.
    const user = await change(deps.table, session.user, body as Parameters<typeof change>[2]);
    return reply(200, await showMe(deps, { ...session, user }));
  },
});
