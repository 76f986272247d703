// Made from docs/openapi.json by `npm run docs`.
import type { Answer } from "../answer.ts";
import { Resource } from "../resource.ts";
import type { CallOptions } from "../transport.ts";
import type { OpenapiGetResponse } from "../types.ts";

/** The calls of `openapi`. */
export class Openapi extends Resource {
  /** This API as an OpenAPI 3.1 document. No API key needed. */
  get(options?: CallOptions): Answer<OpenapiGetResponse> {
    return this.callWhole({ method: "GET", path: "/v1/openapi.json", answer: "whole", options });
  }
}
