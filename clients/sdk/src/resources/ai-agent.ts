// Made from docs/openapi.json by `npm run docs`.
import type { Answer } from "../answer.ts";
import { type Body, type Data, Resource } from "../resource.ts";
import type { CallOptions } from "../transport.ts";
import type { AiAgentChangeData, AiAgentChangeResponses, AiAgentGetResponses } from "../types.ts";

/** The calls of `ai_agent`. */
export class AiAgent extends Resource {
  /** Get the AI agent's settings and state. Any API key. */
  get(instanceId: string, options?: CallOptions): Answer<Data<AiAgentGetResponses>> {
    return this.callOne({
      method: "GET",
      path: "/v1/instances/{id}/ai-agent",
      ids: [instanceId],
      answer: "object",
      options,
    });
  }

  /** Change the AI agent. A new key is tested in the background. A full key. */
  change(
    instanceId: string,
    body: Body<AiAgentChangeData>,
    options?: CallOptions,
  ): Answer<Data<AiAgentChangeResponses>> {
    return this.callOne({
      method: "PATCH",
      path: "/v1/instances/{id}/ai-agent",
      ids: [instanceId],
      body,
      answer: "object",
      options,
    });
  }
}
