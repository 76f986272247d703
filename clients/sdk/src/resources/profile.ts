// Made from docs/openapi.json by `npm run docs`.
import type { Answer } from "../answer.ts";
import { type Body, type Data, Resource } from "../resource.ts";
import type { CallOptions } from "../transport.ts";
import type { ProfileGetResponses, ProfileUpdateData, ProfileUpdateResponses } from "../types.ts";

/** The calls of `profile`. */
export class Profile extends Resource {
  /** Get the linked number's public profile. Any API key. */
  get(instanceId: string, options?: CallOptions): Answer<Data<ProfileGetResponses>> {
    return this.callOne({
      method: "GET",
      path: "/v1/instances/{id}/profile",
      ids: [instanceId],
      answer: "object",
      options,
    });
  }

  /** Change the linked number's name, about text or picture. A full key. */
  update(
    instanceId: string,
    body: Body<ProfileUpdateData>,
    options?: CallOptions,
  ): Answer<Data<ProfileUpdateResponses>> {
    return this.callOne({
      method: "PATCH",
      path: "/v1/instances/{id}/profile",
      ids: [instanceId],
      body,
      answer: "object",
      options,
    });
  }
}
