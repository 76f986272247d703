// Made from docs/openapi.json by `npm run docs`.
import type { Answer } from "../answer.ts";
import { type Body, type Data, Resource } from "../resource.ts";
import type { CallOptions } from "../transport.ts";
import type { AutoReplyChangeData, AutoReplyChangeResponses, AutoReplyGetResponses } from "../types.ts";

/** The calls of `auto_reply`. */
export class AutoReply extends Resource {
  /** Get the auto-reply. Any API key. */
  get(instanceId: string, options?: CallOptions): Answer<Data<AutoReplyGetResponses>> {
    return this.callOne({
      method: "GET",
      path: "/v1/instances/{id}/auto-reply",
      ids: [instanceId],
      answer: "object",
      options,
    });
  }

  /** Change the auto-reply. A full key. */
  change(
    instanceId: string,
    body: Body<AutoReplyChangeData>,
    options?: CallOptions,
  ): Answer<Data<AutoReplyChangeResponses>> {
    return this.callOne({
      method: "PATCH",
      path: "/v1/instances/{id}/auto-reply",
      ids: [instanceId],
      body,
      answer: "object",
      options,
    });
  }
}
