import * as z from "zod";
import { LIMITS } from "../../../core/contracts/limits.ts";
import { Figures } from "../../../core/contracts/panel/figures.ts";
import { PANEL_LIMITS } from "../../../core/contracts/panel/panel-limits.ts";
import { text } from "../../../core/contracts/text.ts";
import { ApiError } from "../../../core/errors.ts";
import { readInstance } from "../../../core/operations/access/read-instance.ts";
import { readTeamFigures } from "../../../core/operations/instances/read-team-figures.ts";
import { dayPlus, daysBetween } from "../../../core/records/day-counts.ts";
import { reply } from "../../api/reply.ts";
import { panelRoute } from "../panel-route.ts";

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const DAY_CHARS = 10;
const day = (name: string) => {
  const rule = `The field ${name} must be a day, such as 2026-11-20.`;
  return text(DAY_CHARS, rule).refine((given) => DAY.test(given) && isDay(given), rule);
};

/** Whether a string is a valid calendar day. */
const isDay = (given: string) => !Number.isNaN(Date.parse(given)) && dayPlus(given, 0) === given;

/** GET /panel-api/figures: returns the activity of the account's numbers and members for a range of days. */
export const getFigures = panelRoute("panel.figures", {
  query: z.object({
    from: day("from"),
    to: day("to"),
    instance_id: text(LIMITS.idMaxChars, "There is no such number.").optional(),
  }),
  responses: { 200: { description: "Messages by day and hour, and the team's answer times", schema: Figures } },
  async handle({ deps, caller, query: { from, to, instance_id } }) {
    const days = daysBetween(from, to) + 1;
    if (days < 1 || days > PANEL_LIMITS.figuresDaysMax)
      throw new ApiError("validation_failed", { errors: { to: [`Choose 1 to ${PANEL_LIMITS.figuresDaysMax} days.`] } });
    const instance = instance_id === undefined ? null : (await readInstance(deps, caller, instance_id)).id;
    return reply(200, await readTeamFigures(deps.table, caller.account_id, { from, to, instance }));
  },
});
