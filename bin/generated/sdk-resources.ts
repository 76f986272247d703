interface Shape {
  $ref?: string;
  properties?: Record<string, Shape>;
}

interface Answers {
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

interface ApiDocument {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Shape> };
}

/** One method of the SDK. */
interface Method {
  id: string;
  http: string;
  path: string;
  operation: Operation;
}

const HTTP = new Set(["get", "post", "put", "patch", "delete"]);
/** The document itself is the answer, not its `data`. */
const WHOLE = new Set(["openapi.get"]);

/** `ai_agent` -> `aiAgent`. */
export const camel = (text: string): string => text.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
const pascal = (text: string) => camel(text).replace(/^./, (letter) => letter.toUpperCase());

/** The operations of the document as methods of the SDK. */
export function sdkMethods(document: ApiDocument): Method[] {
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([http]) => HTTP.has(http))
      .map(([http, operation]) => ({ id: operation.operationId, http: http.toUpperCase(), path, operation })),
  );
}

/** Makes the SDK's resources from the API's description: path from the project's root -> source. */
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
  const list = used("List") ? 'import type { List } from "../page.ts";\n' : "";
  return [
    "// Made from docs/openapi.json by `npm run docs`.",
    `${answers}${list}import { ${[...helpers, "Resource"].join(", ")} } from "../resource.ts";`,
    `import type { ${options.join(", ")} } from "../transport.ts";`,
    `import type { ${[...new Set(bodies.flatMap(({ types }) => types))].sort().join(", ")} } from "../types.ts";`,
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
  const kind = kindOf(operation, document);
  const types: string[] = kind.isWhole ? [`${type}Response`] : kind.isLink ? [] : [`${type}Responses`];
  const params = ids.map((one) => `${one}: string`);
  if (operation.requestBody) {
    types.push(`${type}Data`);
    params.push(`body${operation.requestBody.required === false ? "?" : ""}: Body<${type}Data>`);
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
    "options",
  ];
  const [answer, ask] = kind.isList
    ? [`List<Item<${type}Responses>>`, "callList"]
    : kind.isWhole
      ? [`Answer<${type}Response>`, "callWhole"]
      : [kind.isLink ? "Answer<{ url: string }>" : `Answer<Data<${type}Responses>>`, "callOne"];
  const doc = `${operation.summary}. ${operation.description ?? ""}`.replaceAll("*/", "").trim();
  const source = `  /** ${doc} */\n  ${camel(name)}(${params.join(", ")}): ${answer} {\n    return this.${ask}({ ${call.join(", ")} });\n  }`;
  return { source, types };
}

/** `{id}` is the id of what the path's plural before it names. */
function idName(place: string, path: string): string {
  const before = path.split(`/{${place}}`)[0]?.split("/").at(-1) ?? "";
  return camel(
    place === "id"
      ? `${before.replace(/s$/, "")}_id`
      : place.endsWith("id") || place === "token"
        ? place
        : `${place}_id`,
  );
}

function kindOf({ operationId, responses }: Operation, { components }: ApiDocument) {
  const schema = responses["200"]?.content?.["application/json"]?.schema;
  const named = schema?.$ref === undefined ? schema : components.schemas[schema.$ref.split("/").at(-1) ?? ""];
  const fields = new Set(Object.keys(named?.properties ?? {}));
  return {
    isList: fields.has("links") || fields.has("meta") || fields.has("has_more"),
    isWhole: WHOLE.has(operationId),
    isLink: responses["302"] !== undefined,
  };
}
