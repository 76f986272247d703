import { ProxyTest } from "../../../core/contracts/proxy.ts";
import { readInstance } from "../../../core/operations/access/read-instance.ts";
import { testProxy as test } from "../../../core/operations/instances/test-proxy.ts";
import { SESSION_REFUSALS } from "../../../core/records/command.ts";
import { reply } from "../reply.ts";
import { route } from "../route.ts";
import { InstanceParams } from "./instance-params.ts";

/**
 * POST /v1/instances/{id}/proxy/test: the number of tests per day is limited. Works even if the number isn't linked.
 */
export const testProxy = route("instances.test_proxy", {
  summary: "Test an instance's proxy",
  params: InstanceParams,
  responses: {
    200: { description: "Whether the network can be reached through the proxy", schema: ProxyTest },
  },
  errors: ["instance_not_found", "conflict", "limit_reached", ...SESSION_REFUSALS],
  async handle({ caller, deps, params }) {
    return reply(200, await test(deps, await readInstance(deps, caller, params.id)));
  },
});
