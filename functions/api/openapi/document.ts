import * as z from "zod";
import {
  createDocument,
  type ZodOpenApiObject,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
} from "zod-openapi";
import { ROUTES, type RouteId } from "../../../core/contracts/routes.ts";
import type { Route, RouteResponse } from "../route.ts";
import { errorResponses } from "./error-responses.ts";
import { webhooks } from "./webhooks.ts";

const SECURITY = "api_key";

/** A route as the document sees it. */
export type DescribedRoute = Pick<Route, "id" | "definition">;

/**
 * The OpenAPI 3.1 document of these routes, made from the schemas that validate. For `npm run docs` and the tests only:
 * no function carries it. `server` stands for the address a reader asks at, which the route fills in.
 */
export function openApiDocument(routes: readonly DescribedRoute[], server: string) {
  const paths: ZodOpenApiPathsObject = {};
  for (const route of routes) {
    const { path, method } = ROUTES[route.id];
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation(route) };
  }
  const document: ZodOpenApiObject = {
    openapi: "3.1.0",
    info: {
      title: "Messaging Gateway API",
      version: "1",
      description:
        "Send and receive messages through phone numbers that you link. A send is accepted with 202; its fate follows as events.",
    },
    servers: [{ url: server }],
    security: [{ [SECURITY]: [] }],
    paths,
    webhooks,
    components: {
      securitySchemes: {
        [SECURITY]: { type: "http", scheme: "bearer", description: "An API key: Authorization: Bearer <API_KEY>" },
      },
    },
  };
  // Answers may grow fields: a client must not be told that there are no others.
  return createDocument(document, {
    override: ({ jsonSchema }) => {
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
    },
  });
}

function operation({ id, definition }: DescribedRoute): ZodOpenApiOperationObject {
  const { scope, resource } = ROUTES[id];
  const { params, query, headers, body, responses } = definition;
  const parameters = { path: params, query, header: headers };
  return {
    operationId: id,
    summary: definition.summary,
    description: SCOPE_WORDS[scope],
    tags: [resource],
    ...(scope === "public" && { security: [] }),
    // The schemas of these parts are objects: each field is a parameter.
    requestParams: Object.fromEntries(
      Object.entries(parameters).filter(([, schema]) => schema !== undefined),
    ) as ZodOpenApiOperationObject["requestParams"],
    ...(body && { requestBody: { required: true, content: { "application/json": { schema: body } } } }),
    responses: {
      ...Object.fromEntries(Object.entries(responses).map(([status, response]) => [status, answer(response)])),
      ...errorResponses(id, definition),
    } as ZodOpenApiOperationObject["responses"], // statuses are numbers in our tables, texts here
  };
}

function answer({ description, schema, raw }: RouteResponse) {
  if (!schema) return { description };
  return { description, content: { "application/json": { schema: raw ? schema : z.object({ data: schema }) } } };
}

const SCOPE_WORDS: Record<(typeof ROUTES)[RouteId]["scope"], string> = {
  public: "Needs no API key.",
  read: "Any API key.",
  send: "A full or send key.",
  full: "A full key.",
  account: "A full key of the whole account.",
};
