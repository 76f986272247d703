// Made from docs/openapi.json by `npm run docs`.
import type { Answer } from "../answer.ts";
import type { List } from "../page.ts";
import { type Body, type Data, type Item, type Query, Resource } from "../resource.ts";
import type { CallOptions } from "../transport.ts";
import type {
  LabelsChatsData,
  LabelsChatsResponses,
  LabelsCreateData,
  LabelsCreateResponses,
  LabelsDeleteResponses,
  LabelsListResponses,
  LabelsUpdateData,
  LabelsUpdateResponses,
} from "../types.ts";

/** The calls of `labels`. */
export class Labels extends Resource {
  /** List the labels of an instance. Any API key. */
  list(instanceId: string, options?: CallOptions): Answer<Data<LabelsListResponses>> {
    return this.callOne({
      method: "GET",
      path: "/v1/instances/{id}/labels",
      ids: [instanceId],
      answer: "array",
      options,
    });
  }

  /** Create a label. A full key. */
  create(instanceId: string, body: Body<LabelsCreateData>, options?: CallOptions): Answer<Data<LabelsCreateResponses>> {
    return this.callOne({
      method: "POST",
      path: "/v1/instances/{id}/labels",
      ids: [instanceId],
      body,
      answer: "record",
      options,
    });
  }

  /** Rename or recolor a label. A full key. */
  update(
    instanceId: string,
    labelId: string,
    body: Body<LabelsUpdateData>,
    options?: CallOptions,
  ): Answer<Data<LabelsUpdateResponses>> {
    return this.callOne({
      method: "PATCH",
      path: "/v1/instances/{id}/labels/{label}",
      ids: [instanceId, labelId],
      body,
      answer: "record",
      options,
    });
  }

  /** Delete a label. A full key. */
  delete(instanceId: string, labelId: string, options?: CallOptions): Answer<Data<LabelsDeleteResponses>> {
    return this.callOne({
      method: "DELETE",
      path: "/v1/instances/{id}/labels/{label}",
      ids: [instanceId, labelId],
      gone: "not_found",
      answer: "none",
      options,
    });
  }

  /** List the chats with a label, newest first. Any API key. */
  chats(
    instanceId: string,
    labelId: string,
    query?: Query<LabelsChatsData>,
    options?: CallOptions,
  ): List<Item<LabelsChatsResponses>> {
    return this.callList({
      method: "GET",
      path: "/v1/instances/{id}/labels/{label}/chats",
      ids: [instanceId, labelId],
      query,
      answer: "links",
      options,
    });
  }
}
