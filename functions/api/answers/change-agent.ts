import { Agent } from "../../../core/contracts/answers/agent.ts";
import { ChangeAgentBody } from "../../../core/contracts/answers/change-agent.ts";
import { changeAgent as change } from "../../../core/operations/answers/change-agent.ts";
import { readInstance } from "../../../core/operations/instances/read-instance.ts";
import { InstanceParams } from "../instances/instance-params.ts";
import { reply } from "../reply.ts";
import { route } from "../route.ts";

/** PATCH /v1/instances/{id}/ai-agent: only what was sent changes. Spec: AI agent (per instance). */
export const changeAgent = route("ai_agent.change", {
  summary: "Change the AI agent; its key is tried in the background",
  params: InstanceParams,
  body: ChangeAgentBody,
  responses: { 200: { description: "The agent as it is now; `state` follows within seconds", schema: Agent } },
  errors: ["instance_not_found"],
  async handle({ caller, source, deps, params, body }) {
    const instance = await readInstance(deps, caller, params.id);
    const actor = { key_id: caller.key_id, source };
    return reply(200, await change(deps, { instance, change: body, actor }));
  },
});
