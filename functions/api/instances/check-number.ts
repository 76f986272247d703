import { CheckNumberBody, NumberCheck } from "../../../core/contracts/number.ts";
import { readInstance } from "../../../core/operations/access/read-instance.ts";
import { checkNumber as check } from "../../../core/operations/instances/check-number.ts";
import { SESSION_REFUSALS } from "../../../core/records/command.ts";
import { reply } from "../reply.ts";
import { route } from "../route.ts";
import { InstanceParams } from "./instance-params.ts";
import { requirePhone } from "./require-phone.ts";

/** POST /v1/instances/{id}/check: the number of checks per day is limited. Spec: Endpoints › Instances. */
export const checkNumber = route("instances.check", {
  summary: "Check whether a number is on the network",
  params: InstanceParams,
  body: CheckNumberBody,
  responses: {
    200: { description: "The result, and how many more numbers can be looked up today", schema: NumberCheck },
  },
  errors: ["instance_not_found", "limit_reached", ...SESSION_REFUSALS],
  async handle({ caller, deps, params, body }) {
    const instance = await readInstance(deps, caller, params.id);
    const phone = requirePhone(body.phone);
    return reply(200, await check(deps, instance, phone));
  },
});
