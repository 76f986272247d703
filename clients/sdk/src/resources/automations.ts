// Made from docs/openapi.json by `npm run docs`.
import type { Answer } from "../answer.ts";
import { type Body, type Data, Resource } from "../resource.ts";
import type { CallOptions } from "../transport.ts";
import type { AutomationsTryData, AutomationsTryResponses } from "../types.ts";

/** The calls of `automations`. */
export class Automations extends Resource {
  /** Find out what would answer a text, without sending anything. A full key. */
  try(
    instanceId: string,
    body: Body<AutomationsTryData>,
    options?: CallOptions,
  ): Answer<Data<AutomationsTryResponses>> {
    return this.callOne({
      method: "POST",
      path: "/v1/instances/{id}/automations/try",
      ids: [instanceId],
      body,
      answer: "object",
      options,
    });
  }
}
