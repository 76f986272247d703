import * as z from "zod";
import { ProtectionDay } from "../../../core/contracts/panel/live.ts";
import { PANEL_LIMITS } from "../../../core/contracts/panel/panel-limits.ts";
import { readInstance } from "../../../core/operations/access/read-instance.ts";
import { listPastDays } from "../../../core/operations/instances/list-past-days.ts";
import { InstanceParams } from "../../api/instances/instance-params.ts";
import { queryInteger } from "../../api/query-types.ts";
import { reply } from "../../api/reply.ts";
import { panelRoute } from "../panel-route.ts";

/**
 * GET /panel-api/instances/{id}/protection-days: returns how much the number sent on past days and how much it was
 * allowed to send, oldest first.
 */
const getProtectionDays = panelRoute("panel.protection_days", {
  params: InstanceParams,
  query: z.object({ days: queryInteger("days", 1, PANEL_LIMITS.protectionDaysMax).optional() }),
  responses: {
    200: {
      description: "The days, including today. Days without any data are left out",
      schema: z.array(ProtectionDay),
    },
  },
  async handle({ deps, caller, params, query, now }) {
    const instance = await readInstance(deps, caller, params.id);
    return reply(200, await listPastDays(deps.table, instance, query.days ?? PANEL_LIMITS.protectionDays, now));
  },
});

/** The routes for a number's protection history. */
export const routes = [getProtectionDays];
