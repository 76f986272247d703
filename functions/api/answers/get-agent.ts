import { Agent } from "../../../core/contracts/answers/agent.ts";
import { readInstance } from "../../../core/operations/access/read-instance.ts";
import { readAgent } from "../../../core/operations/answers/read-agent.ts";
import { InstanceParams } from "../instances/instance-params.ts";
import { reply } from "../reply.ts";
import { route } from "../route.ts";

/**
 * GET /v1/instances/{id}/ai-agent: returns the agent's settings, but never its API key. Spec: AI agent (per instance).
 */
export const getAgent = route("ai_agent.get", {
  summary: "Get the AI agent's settings and state",
  params: InstanceParams,
  responses: { 200: { description: "The agent, which is off if it was never set up", schema: Agent } },
  errors: ["instance_not_found"],
  async handle({ caller, deps, params, now }) {
    const instance = await readInstance(deps, caller, params.id);
    return reply(200, await readAgent(deps.table, instance, now));
  },
});
