interface Operation {
  operationId: string;
  summary: string;
  tags?: string[];
  security?: unknown[];
  parameters?: { in: string; name: string; example?: unknown; schema: { example?: unknown } }[];
  requestBody?: { content: Record<string, { examples?: Record<string, { value: unknown }> }> };
}

interface ApiDocument {
  info: { title: string; version: string };
  paths: Record<string, Record<string, Operation>>;
}

/** One request in the collection (version 2.1 of Postman's format). */
export interface PostmanRequest {
  name: string;
  request: {
    method: string;
    description: string;
    auth?: { type: "noauth" };
    header: { key: string; value: string }[];
    url: { raw: string; host: string[]; path: string[]; variable: { key: string; value: string }[] };
    body?: { mode: "raw"; raw: string; options: { raw: { language: "json" } } };
  };
}

const METHODS = new Set(["get", "post", "put", "patch", "delete"]);
const SCHEMA = "https://schema.getpostman.com/json/collection/v2.1.0/collection.json";

/**
 * Builds the Postman collection of the API from its description, with a folder per tag and a request for each operation
 * and each example body. Users of the collection set the variables `base_url` and `api_key`.
 */
export function postmanCollection(described: unknown) {
  const document = described as ApiDocument; // made by openapi.ts
  const requests = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([method]) => METHODS.has(method))
      .flatMap(([method, operation]) => requestsOf(method.toUpperCase(), path, operation)),
  );
  const byTag = Map.groupBy(requests, ({ tag }) => tag);
  return {
    info: { name: document.info.title, description: `Version ${document.info.version}.`, schema: SCHEMA },
    auth: { type: "bearer", bearer: [{ key: "token", value: "{{api_key}}", type: "string" }] },
    variable: [
      { key: "base_url", value: "http://127.0.0.1:8080" },
      { key: "api_key", value: "" },
    ],
    item: [...byTag].map(([name, items]) => ({ name, item: items.map(({ item }) => item) })),
  };
}

function requestsOf(method: string, path: string, operation: Operation): { tag: string; item: PostmanRequest }[] {
  const examples = Object.entries(operation.requestBody?.content["application/json"]?.examples ?? {});
  const bodies: [string | null, unknown][] =
    examples.length > 0 ? examples.map(([name, { value }]) => [name, value]) : [[null, undefined]];
  const variable = (operation.parameters ?? [])
    .filter((parameter) => parameter.in === "path")
    .map(({ name, example, schema }) => ({ key: name, value: String(example ?? schema.example ?? "") }));
  const segments = path
    .slice(1)
    .replaceAll(/\{(\w+)\}/g, ":$1")
    .split("/");
  return bodies.map(([example, body]) => ({
    tag: operation.tags?.[0] ?? "other",
    item: {
      name:
        example === null || bodies.length === 1
          ? operation.summary
          : `${operation.summary} (${example.replaceAll("_", " ")})`,
      request: {
        method,
        description: operation.operationId,
        ...(operation.security?.length === 0 && { auth: { type: "noauth" as const } }),
        header: body === undefined ? [] : [{ key: "Content-Type", value: "application/json" }],
        url: { raw: `{{base_url}}/${segments.join("/")}`, host: ["{{base_url}}"], path: segments, variable },
        ...(body !== undefined && {
          body: {
            mode: "raw" as const,
            raw: JSON.stringify(body, null, 2),
            options: { raw: { language: "json" as const } },
          },
        }),
      },
    },
  }));
}
