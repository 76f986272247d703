/** A JSON value in an example. */
export type Example = string | number | boolean | null | Example[] | { [name: string]: Example };

/** The parts of a JSON schema that are needed for the samples. */
interface Schema {
  $ref?: string;
  example?: Example;
  pattern?: string;
  properties?: Record<string, Schema>;
}

/** The parts of an operation that are needed for the samples. */
export interface SampledOperation {
  operationId: string;
  parameters?: { in: string; name: string; required?: boolean; schema: Schema; example?: Example }[];
  requestBody?: { content: Record<string, { examples?: Record<string, { value: Example }> }> };
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
  security?: unknown[];
}

/** The parts of the API description that are needed for the samples. */
export interface SampledDocument {
  info: { description: string };
  servers: { url: string }[];
  paths: Record<string, Record<string, SampledOperation>>;
  components: { schemas: Record<string, Schema> };
}

/** A request to write samples for. */
export interface SampledRequest {
  /** The operation's id, such as `messages.send`. */
  id: string;
  method: string;
  /** The gateway's URL, without a trailing slash. */
  base: string;
  /** The path with its parameters filled in and encoded. */
  path: string;
  /** The values of the path parameters, in path order. */
  ids: string[];
  query: Record<string, string>;
  /** The request body, or undefined if there is none. */
  body: Example | undefined;
  /** The value of the Idempotency-Key header, or null if the request doesn't accept that header. */
  key: string | null;
  /** Whether the request needs an API key. */
  isSigned: boolean;
  /** Whether the response is a page of a list. */
  isList: boolean;
  /** Whether the response has a JSON body. */
  hasAnswer: boolean;
}

const ID = "01JD3X4Y5Z6A7B8C9D0E1F2G3H";
const KEY = "order-1842-ready";

/** Builds a sample request for an operation from the first example in the description. */
export function sampledRequest(
  document: SampledDocument,
  { path, method, operation }: { path: string; method: string; operation: SampledOperation },
): SampledRequest {
  const parameters = operation.parameters ?? [];
  const given = (name: string) =>
    exampleOf(
      parameters.find((one) => one.in === "path" && one.name === name),
      name,
    );
  const ids = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name = ""]) => given(name));
  const query = parameters.filter((one) => one.in === "query" && one.required === true);
  const [example] = Object.values(operation.requestBody?.content["application/json"]?.examples ?? {});
  const answers = Object.entries(operation.responses).filter(([status]) => /^[23]/.test(status));
  const fields = resolved(document, answers[0]?.[1].content?.["application/json"]?.schema).properties ?? {};
  return {
    id: operation.operationId,
    method: method.toUpperCase(),
    base: (document.servers[0]?.url ?? "").replace(/\/$/, ""),
    path: path.replaceAll(/\{([^}]+)\}/g, (_, name: string) => encodeURIComponent(given(name))),
    ids,
    query: Object.fromEntries(query.map((one) => [one.name, exampleOf(one, one.name)])),
    body: example?.value,
    key: parameters.some((one) => one.in === "header" && one.name === "Idempotency-Key") ? KEY : null,
    isSigned: operation.security === undefined || operation.security.length > 0,
    isList: "has_more" in fields || "links" in fields,
    hasAnswer: answers.some(([, { content }]) => content?.["application/json"] !== undefined),
  };
}

/**
 * Returns the example value of a parameter. If there is none, returns an id that matches the parameter's pattern or,
 * failing that, its name in uppercase.
 */
function exampleOf(of: { schema: Schema; example?: Example } | undefined, name: string): string {
  const example = of?.example ?? of?.schema.example;
  if (example !== undefined) return String(example);
  const prefix = /^\^([a-z]+_)\[/.exec(of?.schema.pattern ?? "")?.[1];
  if (prefix !== undefined) return `${prefix}${ID}`;
  return name === "event_id" ? `evt_${ID}` : name.toUpperCase();
}

function resolved({ components }: SampledDocument, schema: Schema = {}): Schema {
  const name = schema.$ref?.split("/").at(-1);
  return name === undefined ? schema : (components.schemas[name] ?? {});
}

/** Returns the request's full URL. */
export function addressOf({ base, path, query }: SampledRequest): string {
  const asked = new URLSearchParams(query).toString();
  return `${base}${path}${asked === "" ? "" : `?${asked}`}`;
}
