import { Agent } from "../../../core/contracts/answers/agent.ts";
import { ChangeAgentBody } from "../../../core/contracts/answers/change-agent.ts";
import { ApiError } from "../../../core/errors.ts";
import { readInstance } from "../../../core/operations/access/read-instance.ts";
import { changeAgent as change } from "../../../core/operations/answers/change-agent.ts";
import { actorOf } from "../../../core/records/accounts/activity.ts";
import { InstanceParams } from "../instances/instance-params.ts";
import { reply } from "../reply.ts";
import { route } from "../route.ts";

const ADMINS_KEY = "Only an account admin can set or remove the provider's key. Leave api_key out, or ask an admin.";

/** PATCH /v1/instances/{id}/ai-agent: changes only the fields present in the request. Spec: AI agent (per instance). */
export const changeAgent = route("ai_agent.change", {
  summary: "Change the AI agent. A new key is tested in the background",
  params: InstanceParams,
  body: ChangeAgentBody,
  responses: { 200: { description: "The updated agent. Its `state` is updated within seconds", schema: Agent } },
  errors: ["instance_not_found"],
  async handle({ caller, source, deps, params, body }) {
    // An API key may change all of the agent's settings. In the panel, only admins may change the AI provider's key.
    if (body.api_key !== undefined && caller.role !== null && caller.role !== "admin")
      throw new ApiError("role_not_allowed", { message: ADMINS_KEY });
    const instance = await readInstance(deps, caller, params.id);
    const actor = actorOf(caller, source);
    return reply(200, await change(deps, { instance, change: body, actor }));
  },
});
