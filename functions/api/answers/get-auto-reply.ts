import { AutoReply } from "../../../core/contracts/answers/agent.ts";
import { readInstance } from "../../../core/operations/access/read-instance.ts";
import { readAutoReply } from "../../../core/operations/answers/read-auto-reply.ts";
import { InstanceParams } from "../instances/instance-params.ts";
import { reply } from "../reply.ts";
import { route } from "../route.ts";

/** GET /v1/instances/{id}/auto-reply. Spec: AI agent, menu. */
export const getAutoReply = route("auto_reply.get", {
  summary: "Get the auto-reply",
  params: InstanceParams,
  responses: { 200: { description: "The auto-reply, which is off if it was never set up", schema: AutoReply } },
  errors: ["instance_not_found"],
  async handle({ caller, deps, params }) {
    const instance = await readInstance(deps, caller, params.id);
    return reply(200, await readAutoReply(deps.table, instance.id));
  },
});
