import * as z from "zod";
import type { RouteDefinition } from "../route.ts";

/** The definition of the route that serves the OpenAPI document. Also used by the script that writes the document. */
export const openApiRoute = {
  summary: "This API as an OpenAPI 3.1 document",
  responses: {
    200: { description: "The document", schema: z.looseObject({ openapi: z.string() }), raw: true },
  },
} as const satisfies Pick<RouteDefinition<undefined, undefined, undefined, undefined>, "summary" | "responses">;
