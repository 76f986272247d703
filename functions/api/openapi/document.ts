import * as z from "zod";
import {
  createDocument,
  type ZodOpenApiObject,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
} from "zod-openapi";
import type { RouteRow } from "../../../core/contracts/route-tables.ts";
import { ROUTES, type RouteId } from "../../../core/contracts/routes.ts";
import { idempotencyKey, REPLAY_STATUS } from "../idempotent.ts";
import type { Route, RouteResponse } from "../route.ts";
import { DESCRIPTION } from "./description.ts";
import { errorResponses, type NamedAnswers, otherAnswers } from "./error-responses.ts";
import { exampleOf } from "./examples/example-of.ts";
import { REQUEST_EXAMPLES } from "./examples/requests.ts";
import { HEADERS, responseHeaders } from "./headers.ts";
import { TAGS } from "./tags.ts";
import { webhooks } from "./webhooks.ts";

const SECURITY = "api_key";

/** The parts of a route that the OpenAPI document describes. */
export type DescribedRoute = Pick<Route, "id" | "definition">;

/**
 * Builds the OpenAPI 3.1 document for the given routes from the schemas that validate requests. Only `npm run docs` and
 * the tests use it, and it is never bundled into a function. `server` is a placeholder for the gateway's address, which
 * the route fills in.
 */
export function openApiDocument(routes: readonly DescribedRoute[], server: string) {
  const paths: ZodOpenApiPathsObject = {};
  const named: NamedAnswers = new Map();
  for (const route of routes) {
    const { path, method } = ROUTES[route.id];
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation(route, named) };
  }
  const document: ZodOpenApiObject = {
    openapi: "3.1.0",
    info: {
      title: "Messaging Gateway API",
      version: "1",
      description: DESCRIPTION,
      contact: { name: "The operator of this gateway" },
      license: { name: "All rights reserved", identifier: "LicenseRef-Proprietary" },
    },
    servers: [{ url: server }],
    security: [{ [SECURITY]: [] }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    webhooks,
    components: {
      headers: HEADERS,
      securitySchemes: {
        [SECURITY]: { type: "http", scheme: "bearer", description: "An API key: Authorization: Bearer <API_KEY>" },
      },
    },
  };
  return opened(createDocument(document, { override: ({ jsonSchema }) => void open(jsonSchema) }));
}

/**
 * Allows additional fields in a schema, because responses may gain fields and unknown request fields are ignored.
 * Applied while the document is built, so a schema used in both requests and responses has a single definition and
 * name.
 */
function open(schema: { additionalProperties?: unknown }): void {
  if (schema.additionalProperties === false) delete schema.additionalProperties;
}

/** Also allows additional fields next to references, which the document builder adds last. */
function opened<T>(node: T): T {
  if (node === null || typeof node !== "object") return node;
  open(node);
  for (const value of Object.values(node)) opened(value);
  return node;
}

function operation({ id, definition }: DescribedRoute, named: NamedAnswers): ZodOpenApiOperationObject {
  const { scope, resource, notAfterTrial }: RouteRow = ROUTES[id];
  const { params, query, idempotent, body, responses } = definition;
  const parameters = {
    path: params,
    query,
    header: idempotent && z.object({ "Idempotency-Key": idempotencyKey(idempotent.retry) }),
  };
  const examples = REQUEST_EXAMPLES[id] ?? (body && { example: { summary: "", body: exampleOf(body) } });
  const content = {
    schema: body,
    examples: Object.fromEntries(Object.entries(examples ?? {}).map(([name, one]) => [name, asExample(one)])),
  };
  return {
    operationId: id,
    summary: definition.summary,
    description: `${SCOPE_WORDS[scope]}${notAfterTrial ? " Not available after the trial." : ""}`,
    tags: [resource],
    ...(scope === "public" && { security: [] }),
    // These request parts have object schemas. Each field is a parameter.
    requestParams: Object.fromEntries(
      Object.entries(parameters).filter(([, schema]) => schema !== undefined),
    ) as ZodOpenApiOperationObject["requestParams"],
    ...(body && { requestBody: { required: true, content: { "application/json": content } } }),
    responses: {
      ...Object.fromEntries(
        Object.entries(responses).map(([status, response]) => {
          const isReplay = Number(status) === REPLAY_STATUS && idempotent !== undefined;
          return [status, { ...answer(response), headers: responseHeaders(id, Number(status), isReplay) }];
        }),
      ),
      ...errorResponses(id, definition, named),
      ...otherAnswers(id, definition),
    } as ZodOpenApiOperationObject["responses"], // statuses are numbers in our tables, texts here
  };
}

const asExample = ({ summary, body }: { summary: string; body: unknown }) => ({
  ...(summary && { summary }),
  value: body,
});

function answer({ description, schema, raw }: RouteResponse) {
  if (!schema) return { description };
  const whole = raw ? schema : z.object({ data: schema });
  return { description, content: { "application/json": { schema: whole, example: exampleOf(whole) } } };
}

const SCOPE_WORDS: Record<(typeof ROUTES)[RouteId]["scope"], string> = {
  public: "No API key needed.",
  read: "Any API key.",
  send: "A full or send key.",
  full: "A full key.",
  account: "A full key for the whole account.",
};
