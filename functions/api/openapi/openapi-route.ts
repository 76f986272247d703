import * as z from "zod";
import type { RouteDefinition } from "../route.ts";

/** The definition of the route that serves the OpenAPI document. The script that writes the document uses it too. */
export const openApiRoute = {
  summary: "This API as an OpenAPI 3.1 document",
  responses: {
    200: { description: "The document", schema: z.looseObject({ openapi: z.string() }), raw: true },
  },
} as const satisfies Pick<RouteDefinition<undefined, undefined, undefined, undefined>, "summary" | "responses">;
