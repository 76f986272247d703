import fc from "fast-check";
import { answersOf } from "../../../bin/generated/answers-of.ts";
import { ROUTES, type RouteId } from "../../../core/contracts/routes.ts";
import { openApiDocument } from "../../../functions/api/openapi/document.ts";
import type { Route } from "../../../functions/api/route.ts";

/** The part of JSON Schema that our description uses. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  pattern?: string;
  format?: string;
  example?: unknown;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
}

interface Operation {
  operationId: RouteId;
  parameters?: { in: "path" | "query" | "header"; name: string; required?: boolean; schema: Schema }[];
  requestBody?: { content: { "application/json": { schema: Schema } } };
  responses: Record<string, { description: string }>;
}

/** One operation in the description. */
export interface Described {
  id: RouteId;
  method: string;
  path: string;
  parameters: NonNullable<Operation["parameters"]>;
  body: Schema | undefined;
  /** Maps each status to the codes that the error response may contain. The set is empty for other responses. */
  answers: Map<number, Set<string>>;
}

/** Returns the description from `GET /v1/openapi.json`, by operation, together with its named schemas. */
export function described(routes: Iterable<Route>): { operations: Described[]; named: Record<string, Schema> } {
  const document = JSON.parse(JSON.stringify(openApiDocument([...routes], "http://127.0.0.1"))) as {
    paths: Record<string, Record<string, Operation>>;
    components: { schemas: Record<string, Schema>; responses: Operation["responses"] };
  };
  const operations = Object.values(document.paths).flatMap((path) =>
    Object.values(path).map((operation): Described => {
      const { operationId: id, parameters = [], requestBody, responses } = operation;
      const answers = Object.entries(answersOf(responses, document)).map(
        ([status, { description }]): [number, Set<string>] => {
          const codes = Number(status) >= 400 ? description.matchAll(/`(\w+)`/g) : [];
          return [Number(status), new Set([...codes].map(([, code]) => String(code)))];
        },
      );
      const body = requestBody?.content["application/json"].schema;
      return { id, method: ROUTES[id].method, path: ROUTES[id].path, parameters, body, answers: new Map(answers) };
    }),
  );
  return { operations, named: document.components.schemas };
}

/** Placeholders for ids in the world that receives a request. `named` replaces them with the ids. */
export const PLACEHOLDERS = [
  "instance",
  "sister",
  "foreign",
  "received",
  "sent",
  "waiting",
  "event",
  "cursor",
  "link",
  "draft",
  "running",
  "paused",
  "otp",
  "code",
  "saved",
  "note",
  "export",
  "imported",
] as const;
export type Placeholder = (typeof PLACEHOLDERS)[number];
export const placeholder = (name: Placeholder) => `<<${name}>>`;

/** Valid values for fields whose schema can't express them, by field name. */
const BY_NAME: Record<string, fc.Arbitrary<unknown>> = {
  instance_id: fc.constant(placeholder("instance")),
  to: fc.constantFrom("5511999990001", "5511999990002", "14155550100"),
  phone: fc.constantFrom("5511999990001", "5511999990002"),
  chat_id: fc.constantFrom("120363020000000001@g.us", "5511999990001@s.whatsapp.net", "1@newsletter", "77@lid"),
  url: fc.constantFrom("http://127.0.0.1:8099/a.png", "https://192.0.2.1/b"),
  data: fc.constantFrom("iVBORw0KGgoAAAANSUhEUgAA", "/9j/4AAQSkZJRgABAQ==", "QUJD"),
  mimetype: fc.constantFrom("image/png", "application/pdf", "audio/ogg"),
  reply_to: fc.constantFrom(placeholder("received"), placeholder("sent")),
  mentions: fc.constant([]),
  participants: fc.constantFrom(["5511999990001"], ["5511999990002", "77000000000002@lid"]),
  emoji: fc.constantFrom("👍", "❤️"),
  send_at: fc.constantFrom("2026-12-01T09:30:00+00:00", "2026-11-28T00:00:00Z"),
  start_at: fc.constantFrom("2026-12-01T09:30:00+00:00", "2026-11-28T00:00:00Z"),
  label_id: fc.constantFrom(1, 2),
  label_ids: fc.constantFrom([1], [2], [1, 2]),
  recipients: fc.constantFrom(
    [{ phone: "5511999990001" }],
    [{ phone: "+55 11 99999-0002", name: "Ana", fields: { order: "7" } }, { phone: "nobody" }],
  ),
  after: fc.constant(placeholder("event")),
  cursor: fc.constant(placeholder("cursor")),
  csv: fc.constantFrom("phone,name\n5511999990001,Ana", "Nome;Celular\nBen;+55 11 99999-0002\n;"),
  vcard: fc.constant("BEGIN:VCARD\nFN:Ana\nTEL:+5511999990001\nEND:VCARD"),
  columns: fc.constant(null),
  channel: fc.constantFrom("code", "link"),
  code: fc.constant(placeholder("code")),
  brand: fc.constant("Tea House"),
  locale: fc.constantFrom("en", "pt-BR", "xx"),
  invite: fc.constantFrom("AbCdEfGhIjKlMnOpQrStUv", "https://whatsapp.com/channel/AbCdEfGhIjKlMnOpQrStUv", "no code"),
  call_id: fc.constantFrom("CALL1", "CALL1", "CALL2"),
  from: fc.constantFrom("5511999990001", "5511999990001@s.whatsapp.net"),
  hours: fc.constantFrom(null, { days: ["mon", "sun"], from: "22:00", to: "06:00" }),
  api_key: fc.constantFrom("sk-demo-0123456789", "sk-ant-demo-0123456789", null),
  provider: fc.constantFrom("openai", "anthropic"),
  model: fc.constantFrom("gpt-6-luna", "gpt-6.1-sol", "claude-haiku-5-5"),
  level: fc.constantFrom(null, [], [1], [2]),
  timezone: fc.constantFrom("America/Sao_Paulo", "Europe/Lisbon"),
};
/** Ids for the first parameter of a path, by how the path starts. */
const IN_PATH: [start: string, names: Placeholder[]][] = [
  ["/v1/instances/", ["instance", "instance", "instance", "sister", "foreign"]],
  ["/v1/messages/", ["received", "sent", "waiting"]],
  ["/v1/broadcasts/", ["draft", "running", "paused"]],
  ["/v1/otps/", ["otp"]],
  ["/v1/saved-replies/", ["saved"]],
  ["/v1/exports/", ["export"]],
  ["/v1/webhook/deliveries/", ["event"]],
  ["/v1/files/", ["link"]],
];
/** Values for path parameters after the first. */
const BEHIND: Record<string, string[]> = {
  contact: ["5511999990001", "5511999990002", "5511999990001%40s.whatsapp.net", "77%40lid"],
  chat: ["5511999990001", "5511999990001%40s.whatsapp.net", "120363020000000001%40g.us", "77%40lid", "nobody"],
  import: [placeholder("imported"), placeholder("imported"), "imp_01JD3X4Y5Z6A7B8C9D0E1F2G3H"],
  note: [placeholder("note"), placeholder("note"), "note_01JD3X4Y5Z6A7B8C9D0E1F2G3H"],
  label: ["1", "2", "999", "nonsense"],
  group: ["120363020000000001%40g.us", "120363020000000001%40g.us", "120363020000000002%40g.us", "nobody"],
  channel: ["120363000000000009%40newsletter", "120363000000000008%40newsletter", "nobody"],
  status: ["sts_01JD3X4Y5Z6A7B8C9D0E1F2G3H", "sts_01JD3X4Y5Z6A7B8C9D0E1F2G3J", "nothing"],
};
/** A request contains at most one of these fields. */
const ONE_OF = [
  ["to", "chat_id"],
  ["text", "media", "location", "contact", "sticker", "poll"],
  ["url", "data"],
  ["days", "label_id", "recipients", "include_saved_contacts"],
];

/** A request that matches the description, before any part of it has been changed. */
export interface ValidRequest {
  operation: Described;
  path: string;
  query: [name: string, value: string][];
  headers: Record<string, string>;
  body: unknown;
}

/** Generates requests for an operation that conform to the description. */
export function validRequests(operation: Described, named: Record<string, Schema>): fc.Arbitrary<ValidRequest> {
  const { path, parameters, body } = operation;
  const namesIn = IN_PATH.findLast(([start]) => path.startsWith(start))?.[1] ?? ["instance"];
  const given = (place: "query" | "header") =>
    parameters
      .filter((one) => one.in === place)
      .map(({ name, required, schema }) => {
        const value = valuesOf(schema, named, name).map((one) => [name, textOf(one)] as [string, string]);
        return required ? value : fc.option(value, { freq: 2, nil: null });
      });
  return fc
    .tuple(
      fc
        .tuple(fc.constantFrom(...namesIn), fc.nat())
        .map(([first, n]) =>
          path.replaceAll(/\{(\w+)\}/g, (_, name: string) => oneOf(BEHIND[name], n) ?? placeholder(first)),
        ),
      fc.tuple(...given("query")),
      fc.tuple(...given("header")),
      body === undefined ? fc.constant(undefined) : valuesOf(body, named),
    )
    .map(([filled, query, headers, content]) => ({
      operation,
      path: filled,
      query: query.filter((one) => one !== null),
      headers: Object.fromEntries(headers.filter((one) => one !== null)),
      body: content,
    }));
}

const oneOf = (values: string[] | undefined, n: number) => values?.[n % values.length];

const textOf = (value: unknown) =>
  typeof value === "string" ? value : Array.isArray(value) ? value.join() : `${value}`;

/** Generates small values that a schema allows or, for known field names, values that suit the name. */
export function valuesOf(schema: Schema, named: Record<string, Schema>, name = ""): fc.Arbitrary<unknown> {
  const own = BY_NAME[name];
  if (own && !isObject(schema, named)) return own;
  if (schema.$ref) return valuesOf(named[schema.$ref.split("/").at(-1) ?? ""] ?? {}, named, name);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const either = schema.anyOf ?? schema.oneOf;
  if (either) return fc.oneof(...either.map((one) => weighed(one, valuesOf(one, named, name))));
  if (schema.allOf) return fc.tuple(...schema.allOf.map((one) => valuesOf(one, named))).map(merged);
  const types = [schema.type ?? []].flat();
  if (types.length > 1)
    return fc.oneof(...types.map((type) => weighed({ type }, valuesOf({ ...schema, type }, named, name))));
  return OF_TYPE[types[0] ?? ""]?.(schema, named) ?? fc.jsonValue({ maxDepth: 2 });
}

/** null is often allowed but rarely useful, so it is generated less often than other values. */
const weighed = ({ type }: Schema, arbitrary: fc.Arbitrary<unknown>) => ({
  weight: type === "null" ? 1 : 5,
  arbitrary,
});
const merged = (parts: unknown[]) => Object.assign({}, ...parts) as unknown;
const isObject = (schema: Schema, named: Record<string, Schema>): boolean =>
  schema.properties !== undefined ||
  (schema.$ref !== undefined && isObject(named[schema.$ref.split("/").at(-1) ?? ""] ?? {}, named)) ||
  (schema.anyOf ?? []).some((one) => isObject(one, named));

const OF_TYPE: Record<string, (schema: Schema, named: Record<string, Schema>) => fc.Arbitrary<unknown>> = {
  null: () => fc.constant(null),
  boolean: () => fc.boolean(),
  integer: ({ minimum = 0, maximum = 1_000 }) => fc.integer({ min: Math.ceil(minimum), max: Math.floor(maximum) }),
  number: ({ minimum = -1_000, maximum = 1_000 }) => fc.double({ min: minimum, max: maximum, noNaN: true }),
  string: ({ pattern, minLength = 0, maxLength = 24, format, example }) => {
    if (example !== undefined) return fc.constant(example);
    if (format === "date-time") return BY_NAME.send_at ?? fc.string();
    if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern), { maxLength: 40 });
    const length = { minLength, maxLength: Math.max(minLength, Math.min(maxLength, 24)) };
    return fc.oneof(fc.string(length), fc.string({ ...length, unit: "grapheme" }));
  },
  array: ({ items = {}, minItems = 0, maxItems = 4 }, named) =>
    fc.uniqueArray(valuesOf(items, named), {
      minLength: minItems,
      maxLength: Math.max(minItems, Math.min(maxItems, 4)),
      selector: (one) => JSON.stringify(one),
    }),
  object: ({ properties = {}, required = [] }, named) => {
    const chosen = fc.tuple(...ONE_OF.map((group) => fc.constantFrom(...group)));
    const model = Object.entries(properties).map(([name, schema]) => ({
      name,
      values: valuesOf(schema, named, name),
      // In a group of alternatives, only the chosen field is present. Other optional fields are present occasionally.
      wanted: required.includes(name) ? fc.constant(true) : fc.integer({ min: 0, max: 3 }).map((n) => n === 0),
      group: ONE_OF.find((group) => group.includes(name) && group.some((one) => one !== name && one in properties)),
    }));
    return fc
      .tuple(chosen, fc.tuple(...model.map(({ values, wanted }) => fc.tuple(values, wanted))))
      .map(([picked, drawn]) => {
        const entries = model.flatMap(({ name, group }, i): [string, unknown][] => {
          const [value, wanted] = drawn[i] ?? [undefined, false];
          const isIn = group && !required.includes(name) ? picked.includes(name) : wanted;
          return isIn ? [[name, value]] : [];
        });
        return Object.fromEntries(entries);
      });
  },
};
