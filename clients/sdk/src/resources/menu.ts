// Made from docs/openapi.json by `npm run docs`.
import type { Answer } from "../answer.ts";
import { type Body, type Data, Resource } from "../resource.ts";
import type { CallOptions } from "../transport.ts";
import type { MenuGetResponses, MenuReplaceData, MenuReplaceResponses } from "../types.ts";

/** The calls of `menu`. */
export class Menu extends Resource {
  /** Get the menu. Any API key. */
  get(instanceId: string, options?: CallOptions): Answer<Data<MenuGetResponses>> {
    return this.callOne({
      method: "GET",
      path: "/v1/instances/{id}/menu",
      ids: [instanceId],
      answer: "object",
      options,
    });
  }

  /** Replace the menu. A full key. */
  replace(instanceId: string, body: Body<MenuReplaceData>, options?: CallOptions): Answer<Data<MenuReplaceResponses>> {
    return this.callOne({
      method: "PUT",
      path: "/v1/instances/{id}/menu",
      ids: [instanceId],
      body,
      answer: "object",
      options,
    });
  }
}
