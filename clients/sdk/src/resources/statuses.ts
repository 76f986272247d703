// Made from docs/openapi.json by `npm run docs`.
import type { Answer } from "../answer.ts";
import type { PostStatusBody } from "../bodies.ts";
import { type Data, Resource } from "../resource.ts";
import type { CallOptions, KeyedOptions } from "../transport.ts";
import type {
  StatusesDeleteResponses,
  StatusesGetResponses,
  StatusesListResponses,
  StatusesPostResponses,
} from "../types.ts";

/** The calls of `statuses`. */
export class Statuses extends Resource {
  /** List statuses. Any API key. */
  list(instanceId: string, options?: CallOptions): Answer<Data<StatusesListResponses>> {
    return this.callOne({
      method: "GET",
      path: "/v1/instances/{id}/statuses",
      ids: [instanceId],
      answer: "array",
      options,
    });
  }

  /** Post a status. A full key. Not available after the trial. */
  post(instanceId: string, body: PostStatusBody, options?: KeyedOptions): Answer<Data<StatusesPostResponses>> {
    return this.callOne({
      method: "POST",
      path: "/v1/instances/{id}/statuses",
      ids: [instanceId],
      body,
      keyed: true,
      answer: "record",
      options,
    });
  }

  /** Get a status and how many people have seen it. Any API key. */
  get(instanceId: string, statusId: string, options?: CallOptions): Answer<Data<StatusesGetResponses>> {
    return this.callOne({
      method: "GET",
      path: "/v1/instances/{id}/statuses/{status}",
      ids: [instanceId, statusId],
      answer: "record",
      options,
    });
  }

  /** Delete a status. A full key. */
  delete(
    instanceId: string,
    statusId: string,
    options?: CallOptions,
  ): Answer<Data<StatusesDeleteResponses> | undefined> {
    return this.callOne({
      method: "DELETE",
      path: "/v1/instances/{id}/statuses/{status}",
      ids: [instanceId, statusId],
      gone: "status_not_found",
      answer: "record",
      options,
    });
  }
}
