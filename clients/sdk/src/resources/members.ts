// Made from docs/openapi.json by `npm run docs`.
import type { Answer } from "../answer.ts";
import { type Data, Resource } from "../resource.ts";
import type { CallOptions } from "../transport.ts";
import type { MembersListResponses } from "../types.ts";

/** The calls of `members`. */
export class Members extends Resource {
  /** List the members of your team, to whom chats can be assigned. Any API key. */
  list(options?: CallOptions): Answer<Data<MembersListResponses>> {
    return this.callOne({ method: "GET", path: "/v1/members", answer: "array", options });
  }
}
