/** A value of JSON in an example. */
export type Example = string | number | boolean | null | Example[] | { [name: string]: Example };

/** The part of a JSON schema that samples need. */
interface Schema {
  $ref?: string;
  example?: Example;
  pattern?: string;
  properties?: Record<string, Schema>;
}

/** The part of an operation that samples need. */
export interface SampledOperation {
  operationId: string;
  parameters?: { in: string; name: string; required?: boolean; schema: Schema; example?: Example }[];
  requestBody?: { content: Record<string, { examples?: Record<string, { value: Example }> }> };
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
  security?: unknown[];
}

/** The part of the API's description that samples need. */
export interface SampledDocument {
  servers: { url: string }[];
  paths: Record<string, Record<string, SampledOperation>>;
  components: { schemas: Record<string, Schema> };
}

/** One request of which samples are written. */
export interface SampledRequest {
  /** The operation's id, such as `messages.send`. */
  id: string;
  method: string;
  /** The address of the gateway, without a slash at the end. */
  base: string;
  /** With the values of its parameters, encoded. */
  path: string;
  /** The values in the path, in their order. */
  ids: string[];
  query: Record<string, string>;
  /** undefined if the request has none. */
  body: Example | undefined;
  /** An Idempotency-Key; null if the request takes none. */
  key: string | null;
  /** Whether the request needs an API key. */
  isSigned: boolean;
  /** Whether the answer is one page of a list. */
  isList: boolean;
  /** Whether the answer has a body of JSON. */
  hasAnswer: boolean;
}

const ID = "01JD3X4Y5Z6A7B8C9D0E1F2G3H";
const KEY = "order-1842-ready";

/** Builds an operation's request from the description's first example. */
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

/** Returns a parameter's example; if it has none, an id of the form that its pattern wants, or its name. */
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

/** Returns the request's full address. */
export function addressOf({ base, path, query }: SampledRequest): string {
  const asked = new URLSearchParams(query).toString();
  return `${base}${path}${asked === "" ? "" : `?${asked}`}`;
}
