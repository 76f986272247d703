// Made from docs/openapi.json by `npm run docs`.
import type { Answer } from "../answer.ts";
import { Resource } from "../resource.ts";
import type { CallOptions } from "../transport.ts";
import type {} from "../types.ts";

/** The calls of `files`. */
export class Files extends Resource {
  /** Download a file by its link. No API key needed. */
  get(token: string, options?: CallOptions): Answer<{ url: string }> {
    return this.callOne({ method: "GET", path: "/v1/files/{token}", ids: [token], answer: "url", options });
  }
}
