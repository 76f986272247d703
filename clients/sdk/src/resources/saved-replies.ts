// Made from docs/openapi.json by `npm run docs`.
import type { Answer } from "../answer.ts";
import type { List } from "../page.ts";
import { type Body, type Data, type Item, type Query, Resource } from "../resource.ts";
import type { CallOptions } from "../transport.ts";
import type {
  SavedRepliesCreateData,
  SavedRepliesCreateResponses,
  SavedRepliesDeleteResponses,
  SavedRepliesListData,
  SavedRepliesListResponses,
  SavedRepliesUpdateData,
  SavedRepliesUpdateResponses,
} from "../types.ts";

/** The calls of `saved_replies`. */
export class SavedReplies extends Resource {
  /** List the team's saved replies, in the order they were created. Any API key. */
  list(query?: Query<SavedRepliesListData>, options?: CallOptions): List<Item<SavedRepliesListResponses>> {
    return this.callList({ method: "GET", path: "/v1/saved-replies", query, answer: "links", options });
  }

  /** Create a saved reply. A full key for the whole account. */
  create(body: Body<SavedRepliesCreateData>, options?: CallOptions): Answer<Data<SavedRepliesCreateResponses>> {
    return this.callOne({ method: "POST", path: "/v1/saved-replies", body, answer: "record", options });
  }

  /** Change a saved reply. A full key for the whole account. */
  update(
    savedReplyId: string,
    body: Body<SavedRepliesUpdateData>,
    options?: CallOptions,
  ): Answer<Data<SavedRepliesUpdateResponses>> {
    return this.callOne({
      method: "PATCH",
      path: "/v1/saved-replies/{id}",
      ids: [savedReplyId],
      body,
      answer: "record",
      options,
    });
  }

  /** Delete a saved reply. A full key for the whole account. */
  delete(savedReplyId: string, options?: CallOptions): Answer<Data<SavedRepliesDeleteResponses>> {
    return this.callOne({
      method: "DELETE",
      path: "/v1/saved-replies/{id}",
      ids: [savedReplyId],
      gone: "not_found",
      answer: "none",
      options,
    });
  }
}
