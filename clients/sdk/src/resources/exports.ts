// Made from docs/openapi.json by `npm run docs`.
import type { Answer } from "../answer.ts";
import type { List } from "../page.ts";
import { type Body, type Data, type Item, type Query, Resource } from "../resource.ts";
import type { CallOptions, KeyedOptions } from "../transport.ts";
import type {
  ExportsCreateData,
  ExportsCreateResponses,
  ExportsGetResponses,
  ExportsListData,
  ExportsListResponses,
} from "../types.ts";

/** The calls of `exports`. */
export class Exports extends Resource {
  /** Export the account's data, or one person's. A full key for the whole account. */
  create(body: Body<ExportsCreateData>, options?: KeyedOptions): Answer<Data<ExportsCreateResponses>> {
    return this.callOne({ method: "POST", path: "/v1/export", body, keyed: true, answer: "record", options });
  }

  /** List exports, newest first. A full key for the whole account. */
  list(query?: Query<ExportsListData>, options?: CallOptions): List<Item<ExportsListResponses>> {
    return this.callList({ method: "GET", path: "/v1/exports", query, answer: "links", options });
  }

  /** Get an export, with links to its archive once it is done. A full key for the whole account. */
  get(exportId: string, options?: CallOptions): Answer<Data<ExportsGetResponses>> {
    return this.callOne({ method: "GET", path: "/v1/exports/{id}", ids: [exportId], answer: "record", options });
  }
}
