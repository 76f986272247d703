import * as z from "zod";
import { PanelOtp } from "../../../core/contracts/panel/otps.ts";
import { readInstance } from "../../../core/operations/access/read-instance.ts";
import { listOtps } from "../../../core/operations/otps/list-otps.ts";
import { InstanceParams } from "../../api/instances/instance-params.ts";
import { reply } from "../../api/reply.ts";
import { panelRoute } from "../panel-route.ts";

/** GET /panel-api/instances/{id}/otps: returns the outcomes of the number's most recent one-time codes. */
const getOtps = panelRoute("panel.otps", {
  params: InstanceParams,
  responses: { 200: { description: "The newest OTPs, newest first", schema: z.array(PanelOtp) } },
  async handle({ deps, caller, params, now }) {
    return reply(200, await listOtps(deps, await readInstance(deps, caller, params.id), now));
  },
});

/** The OTP routes that exist only in the panel. */
export const routes = [getOtps];
