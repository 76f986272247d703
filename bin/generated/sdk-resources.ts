import { camelCase } from "../../build/reference/camel-case.ts";
import { answersOf } from "./answers-of.ts";

interface Shape {
  $ref?: string;
  type?: string;
  properties?: Record<string, Shape>;
  required?: string[];
  items?: Shape;
}

interface Answers {
  description?: string;
  content?: Record<string, { schema: Shape }>;
}

interface Operation {
  operationId: string;
  summary: string;
  description?: string;
  parameters?: { in: string; name: string; schema: Shape }[];
  requestBody?: { required?: boolean };
  responses: Record<string, Answers>;
}

/** Copied from the type in `clients/sdk/src/answer-shape.ts`. */
type AnswerShape = "record" | "record?" | "object" | "array" | "none" | "url" | "whole" | "links" | "after";

interface ApiDocument {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Shape>; responses: Record<string, Answers> };
}

/** One method of the SDK. */
interface Method {
  id: string;
  http: string;
  path: string;
  operation: Operation;
}

const HTTP = new Set(["get", "post", "put", "patch", "delete"]);
/** Operations that return the whole document rather than only its `data`. */
const WHOLE = new Set(["openapi.get"]);

/**
 * Request bodies with a handwritten type that is more precise than the API description, for example about which fields
 * go together (`clients/sdk/src/bodies.ts`).
 */
const BODIES: Record<string, string> = {
  "messages.send": "SendMessageBody",
  "messages.forward": "ForwardMessageBody",
  "statuses.post": "PostStatusBody",
};
/** The operation whose items are described as a union, because each event type has its own `data`. */
const EVENTS = "events.list";

const pascal = (text: string) => camelCase(text).replace(/^./, (letter) => letter.toUpperCase());

/** Converts the operations in the document to methods of the SDK. */
export function sdkMethods(document: ApiDocument): Method[] {
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([http]) => HTTP.has(http))
      .map(([http, operation]) => ({
        id: operation.operationId,
        http: http.toUpperCase(),
        path,
        operation: { ...operation, responses: answersOf(operation.responses, document) },
      })),
  );
}

/**
 * Generates the source files of the SDK's resources from the API description, keyed by their path from the project
 * root.
 */
export function sdkResources(described: unknown): Record<string, string> {
  const document = described as ApiDocument; // made by openapi.ts
  const byResource = Map.groupBy(sdkMethods(document), ({ id }) => id.split(".")[0] ?? "");
  return Object.fromEntries(
    [...byResource].map(([resource, methods]) => [
      `clients/sdk/src/resources/${resource.replaceAll("_", "-")}.ts`,
      resourceSource(resource, methods, document),
    ]),
  );
}

function resourceSource(resource: string, methods: Method[], document: ApiDocument): string {
  const bodies = methods.map((method) => methodSource(method, document));
  const text = bodies.map(({ source }) => source).join("\n\n");
  const used = (name: string) => new RegExp(`\\b${name}<`).test(text);
  const helpers = ["Body", "Data", "Item", "Query"].filter(used).map((name) => `type ${name}`);
  const options = ["CallOptions", "KeyedOptions"].filter((name) => text.includes(name));
  const answers = used("Answer") ? 'import type { Answer } from "../answer.ts";\n' : "";
  const named = Object.values(BODIES).filter((name) => text.includes(`: ${name}`));
  const own = named.length > 0 ? `import type { ${named.sort().join(", ")} } from "../bodies.ts";\n` : "";
  const list = used("List") ? 'import type { List } from "../page.ts";\n' : "";
  return [
    "// Made from docs/openapi.json by `npm run docs`.",
    `${answers}${own}${list}import { ${[...helpers, "Resource"].join(", ")} } from "../resource.ts";`,
    `import type { ${options.join(", ")} } from "../transport.ts";`,
    `import type { ${[...new Set(bodies.flatMap(({ types }) => types))].sort().join(", ")} } from "../types.ts";`,
    ...(text.includes("WebhookEvent") ? ['import type { WebhookEvent } from "../webhook.ts";'] : []),
    "",
    `/** The calls of \`${resource}\`. */`,
    `export class ${pascal(resource)} extends Resource {`,
    text,
    "}",
    "",
  ].join("\n");
}

function methodSource({ id, http, path, operation }: Method, document: ApiDocument) {
  const [resource = "", name = ""] = id.split(".");
  const type = `${pascal(resource)}${pascal(name)}`;
  const ids = [...path.matchAll(/\{([^}]+)\}/g)].map(([, place]) => idName(place ?? "", path));
  const has = (kind: string) => operation.parameters?.some((parameter) => parameter.in === kind) === true;
  const keyed = operation.parameters?.some((one) => one.in === "header" && one.name === "Idempotency-Key") === true;
  const answer = answerOf(operation, document);
  const gone = goneCode(http, name, operation);
  const types =
    answer === "whole" ? [`${type}Response`] : answer === "url" || id === EVENTS ? [] : [`${type}Responses`];
  const params = ids.map((one) => `${one}: string`);
  if (operation.requestBody) {
    const own = BODIES[id];
    if (!own) types.push(`${type}Data`);
    params.push(`body${operation.requestBody.required === false ? "?" : ""}: ${own ?? `Body<${type}Data>`}`);
  }
  if (has("query")) {
    types.push(`${type}Data`);
    params.push(`query?: Query<${type}Data>`);
  }
  params.push(`options?: ${keyed ? "KeyedOptions" : "CallOptions"}`);
  const call = [
    `method: "${http}"`,
    `path: "${path}"`,
    ...(ids.length > 0 ? [`ids: [${ids.join(", ")}]`] : []),
    ...(operation.requestBody ? ["body"] : []),
    ...(has("query") ? ["query"] : []),
    ...(keyed ? ["keyed: true"] : []),
    ...(gone ? [`gone: "${gone}"`] : []),
    `answer: "${answer}"`,
    "options",
  ];
  const [returned, ask] = callOf(answer, type, gone !== null);
  const item = id === EVENTS ? "List<WebhookEvent>" : returned;
  const doc = `${operation.summary}. ${operation.description ?? ""}`.replaceAll("*/", "").trim();
  const source = `  /** ${doc} */\n  ${camelCase(name)}(${params.join(", ")}): ${item} {\n    return this.${ask}({ ${call.join(", ")} });\n  }`;
  return { source, types };
}

/** Returns the SDK's name for a path parameter. `{id}` is named after the plural noun that precedes it in the path. */
function idName(place: string, path: string): string {
  const before = path.split(`/{${place}}`)[0]?.split("/").at(-1) ?? "";
  return camelCase(
    place === "id"
      ? `${before.replaceAll("-", "_").replace(/ies$/, "y").replace(/s$/, "")}_id`
      : place.endsWith("id") || place === "token"
        ? place
        : `${place}_id`,
  );
}

/** Determines a method's return type and the helper that sends its request. */
function callOf(answer: AnswerShape, type: string, mayBeGone: boolean): [returned: string, ask: string] {
  if (answer === "links" || answer === "after") {
    return [`List<Item<${type}Responses>>`, "callList"];
  }
  if (answer === "whole") return [`Answer<${type}Response>`, "callWhole"];
  if (answer === "url") return ["Answer<{ url: string }>", "callOne"];
  // A deletion returns nothing if the record was already deleted by an earlier attempt.
  return [`Answer<Data<${type}Responses>${mayBeGone && answer === "record" ? " | undefined" : ""}>`, "callOne"];
}

/**
 * Returns the error code of a deletion whose record no longer exists. If an operation has several such codes, the last
 * one is for the record itself.
 */
function goneCode(http: string, name: string, { responses }: Operation): string | null {
  if (http !== "DELETE" || name !== "delete") return null;
  return [...(responses["404"]?.description ?? "").matchAll(/`(\w+)`/g)].at(-1)?.[1] ?? null;
}

/**
 * Determines the shape of an operation's responses, which the SDK uses to recognize responses that don't come from the
 * gateway.
 */
function answerOf({ operationId, responses }: Operation, document: ApiDocument): AnswerShape {
  if (WHOLE.has(operationId)) return "whole";
  if (responses["302"]) return "url";
  const bodies = Object.entries(responses)
    .filter(([status]) => status.startsWith("2"))
    .map(([, { content }]) => resolved(content?.["application/json"]?.schema, document));
  const [body] = bodies.filter((one) => one !== null);
  if (!body) return "none";
  const fields = body.properties ?? {};
  if (fields.has_more) return "after";
  if (fields.links) return "links";
  const data = resolved(fields.data, document);
  if (data?.type === "array") return "array";
  if (bodies.includes(null)) return "record?";
  // If one of an operation's responses has no id, as when adding people to a group, that response determines the shape.
  const haveIds = bodies.every((one) => resolved(one?.properties?.data, document)?.required?.includes("id"));
  return haveIds ? "record" : "object";
}

function resolved(schema: Shape | undefined, { components }: ApiDocument): Shape | null {
  if (schema?.$ref === undefined) return schema ?? null;
  return components.schemas[schema.$ref.split("/").at(-1) ?? ""] ?? null;
}
