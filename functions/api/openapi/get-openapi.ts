import * as z from "zod";
import { type Reply, replyText } from "../reply.ts";
import { type Route, route } from "../route.ts";
import { openApiDocument } from "./document.ts";

/** How long a reader may keep the document: it changes with a release only. */
const CACHE_SEC = 300;

/** GET /v1/openapi.json: this API's description; needs no key. */
export function getOpenApi(otherRoutes: readonly Route[]): Route {
  const texts = new Map<string, string>();
  const self: Route = route("openapi.get", {
    summary: "This API as an OpenAPI 3.1 document",
    responses: {
      200: { description: "The document", schema: z.looseObject({ openapi: z.string() }), raw: true },
    },
    handle({ baseUrl }): Reply {
      const text: string = texts.get(baseUrl) ?? JSON.stringify(openApiDocument([...otherRoutes, self], baseUrl));
      texts.clear(); // one server address is the rule; a forged one must not fill the memory
      texts.set(baseUrl, text);
      return replyText(200, text, { "Cache-Control": `public, max-age=${CACHE_SEC}` });
    },
  });
  return self;
}
