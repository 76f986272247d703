import { readFileSync } from "node:fs";
import type { IDataObject, INodeType } from "n8n-workflow";
import { describe, expect, it } from "vitest";
import { Gateway } from "../../../clients/n8n/nodes/Gateway/Gateway.node.ts";
import { FILE_MAX_BYTES } from "../../../clients/n8n/nodes/Gateway/resources/message-content.ts";
import { RESOURCES } from "../../../clients/n8n/nodes/Gateway/resources.ts";
import { GatewayTrigger } from "../../../clients/n8n/nodes/GatewayTrigger/GatewayTrigger.node.ts";
import { EVENT_TYPES } from "../../../clients/n8n/shared/event-fields.ts";
import { EVENT_TYPE_NAMES } from "../../../core/contracts/event-types.ts";
import { LIMITS } from "../../../core/contracts/limits.ts";
import { functionsOf, type Response, shownFields } from "./stand-in/functions.ts";

interface Schema {
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
}
interface Parameter {
  in: string;
  name: string;
}
interface Described {
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, unknown>;
}
const document = JSON.parse(readFileSync(new URL("../../../docs/openapi.json", import.meta.url), "utf8")) as {
  paths: Record<string, Record<string, Described>>;
  components: { schemas: Record<string, Schema> };
};

/** A value for each field, so that each operation's request contains all the fields it can have. */
const FILLED: IDataObject = {
  instance: { mode: "id", value: "inst_01JD3X4Y5Z6A7B8C9D0E1F2G3H" },
  recipient: { mode: "phone", value: "+55 (11) 99999-0001" },
  chat: { mode: "list", value: "5511999990001@s.whatsapp.net" },
  group: { mode: "id", value: "120363000000000001@g.us" },
  messageId: "msg_01JD3X4Y5Z6A7B8C9D0E1F2G3H",
  broadcastId: "brd_01JD3X4Y5Z6A7B8C9D0E1F2G3H",
  otpId: "otp_01KAGQ5M7N8P9QARBSCTDVEWFX",
  contact: "+55 11 99999-0001",
  phone: "5511999990001",
  text: "Hello",
  newText: "Hello again",
  caption: "A caption",
  title: "Office",
  address: "Rua 1",
  contactName: "Ana",
  contactPhone: "5511999990001",
  organization: "Shop",
  question: "When?",
  choices: ["Today", "Tomorrow"],
  emoji: "!",
  savedName: "Ana",
  participants: "5511999990001, 5511999990002",
  subject: "Team",
  code: "123 456",
  startAt: "2026-11-20T09:30:00",
  recipients: '[{ "phone": "5511999990001", "name": "Ana", "fields": { "order": "1" } }]',
};

/** The variants of fields that other fields depend on. */
const VARIANTS: Record<string, IDataObject[]> = {
  sendFile: [{ fileSource: "binary" }, { fileSource: "url", fileUrl: "https://files.example.com/a.pdf" }],
  "broadcast.create": ["recent", "label", "phones"].flatMap((audience) =>
    ["draft", "now", "at"].map((begin) => ({ audience, begin })),
  ),
};

const OPERATIONS = RESOURCES.flatMap(({ value: resource, operations }) =>
  operations.flatMap((operation) =>
    (VARIANTS[operation.value] ?? VARIANTS[`${resource}.${operation.value}`] ?? [{}]).map((variant) => ({
      resource,
      operation,
      variant,
      title: `${resource} › ${operation.name} ${JSON.stringify(variant)}`,
    })),
  ),
);

/** Fills in every option of an "Options" field. */
function allOptions(fields: readonly { name: string; options?: unknown[] }[]): IDataObject {
  const options = (fields.find(({ name }) => name === "options")?.options ?? []) as IDataObject[];
  const example = ({ type, name, options: choices, default: standard }: IDataObject) => {
    if (type === "boolean") return true;
    if (type === "number") return standard;
    if (type === "options" && choices) return choices[0].value;
    return type === "dateTime" ? "2026-11-20T09:30:00" : `a ${name}`;
  };
  return Object.fromEntries(options.map((option) => [String(option.name), example(option)]));
}

/** Creates a response with the same shape as the operation's real responses. */
const emptyAnswer = ({ empty, paging }: Partial<(typeof OPERATIONS)[number]["operation"]> = {}): Response =>
  empty === "always"
    ? { statusCode: 204, headers: {}, body: "" }
    : { statusCode: 200, headers: {}, body: { data: paging ? [] : {}, links: { next: null } } };

async function requestOf({ resource, operation, variant }: (typeof OPERATIONS)[number]) {
  const options = allOptions(operation.properties);
  const functions = functionsOf({
    node: new Gateway(),
    parameters: { resource, operation: operation.value, ...FILLED, options, ...variant },
    binary: { data: { data: Buffer.from("a file"), mimeType: "application/pdf", fileName: "a.pdf" } },
    credential: { baseUrl: "https://gateway.test/v1/", apiKey: "key" },
    executionId: "1",
    http: async () => emptyAnswer(operation),
  });
  await new Gateway().execute.call(functions);
  const [request] = functions.seen.requests;
  if (!request) throw new Error("Nothing was asked.");
  return { ...request, parsed: new URL(request.url) };
}

/** Returns the paths of fields in a value that its schema doesn't define. */
function unknownFields(value: unknown, given: Schema | undefined, path: string): string[] {
  const schema = given?.$ref ? document.components.schemas[given.$ref.split("/").at(-1) ?? ""] : given;
  if (!schema) return [`${path}: not described`];
  if (schema.anyOf) {
    const tried = schema.anyOf.map((one) => unknownFields(value, one, path));
    return tried.toSorted((a, b) => a.length - b.length)[0] ?? [];
  }
  if (Array.isArray(value)) return value.flatMap((one) => unknownFields(one, schema.items, `${path}[]`));
  if (typeof value !== "object" || value === null) return schema.type === "object" ? [`${path}: an object`] : [];
  if (schema.type === "object" && !schema.properties) return []; // any names
  return Object.entries(value).flatMap(([name, one]) =>
    unknownFields(one, schema.properties?.[name], `${path}.${name}`),
  );
}

describe("the action node's operations", () => {
  it.each(OPERATIONS)("$title asks only what the API describes", async (one) => {
    const { method, parsed, body, headers } = await requestOf(one);
    const { path } = one.operation;
    const described = document.paths[path]?.[String(method).toLowerCase()];
    expect(described, `${method} ${path}`).toBeDefined();
    expect(parsed.pathname).toMatch(new RegExp(`^${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`));
    const known = (place: string) =>
      (described?.parameters ?? []).filter((parameter) => parameter.in === place).map(({ name }) => name);
    expect([...parsed.searchParams.keys()].filter((name) => !known("query").includes(name))).toEqual([]);
    const schema = described?.requestBody?.content["application/json"]?.schema;
    expect(body ? unknownFields(body, schema, "body") : []).toEqual([]);
    expect(body !== undefined).toBe(described?.requestBody !== undefined);
    const takesKey = known("header").includes("Idempotency-Key");
    expect(Object.keys(headers ?? {}), "a key where the route takes one").toEqual(takesKey ? ["Idempotency-Key"] : []);
  });

  it("of which answers are empty is what the API describes", () => {
    for (const { operation } of OPERATIONS) {
      const { responses = {} } = document.paths[operation.path]?.[operation.method.toLowerCase()] ?? {};
      const done = Object.keys(responses).filter((status) => status.startsWith("2"));
      const described = !done.includes("204") ? undefined : done.length === 1 ? "always" : "sometimes";
      expect(operation.empty, `${operation.method} ${operation.path}`).toBe(described);
    }
  });

  const strangers: [string, Response][] = [
    ["a redirect to a login page", { statusCode: 302, headers: { location: "https://login.test/" }, body: "" }],
    ["a page", { statusCode: 200, headers: { "content-type": "text/html" }, body: "<h1>Log in</h1>" }],
    ["nothing, with 200", { statusCode: 200, headers: {}, body: "" }],
    ["another object", { statusCode: 200, headers: {}, body: { url: "https://login.test/" } }],
    ["an array", { statusCode: 200, headers: {}, body: [] }],
    ["data that is none", { statusCode: 200, headers: {}, body: { data: null } }],
  ];
  it.each(strangers)("take %s for no answer of the gateway", async (_, answer) => {
    const taken: string[] = [];
    for (const { resource, operation, variant, title } of OPERATIONS) {
      const answers = operation.empty ? [answer] : [answer, { statusCode: 204, headers: {}, body: "" }];
      for (const one of answers) {
        const functions = functionsOf({
          node: new Gateway(),
          parameters: { resource, operation: operation.value, ...FILLED, ...variant },
          binary: { data: { data: Buffer.from("a file"), mimeType: "application/pdf", fileName: "a.pdf" } },
          credential: { baseUrl: "https://gateway.test", apiKey: "key" },
          http: async () => one,
        });
        const error: unknown = await new Gateway().execute.call(functions).then(
          () => null,
          (thrown: unknown) => thrown,
        );
        if (!String(error).includes("did not come from a messaging gateway."))
          taken.push(`${title} ${one.statusCode}: ${error}`);
      }
    }
    expect(taken).toEqual([]);
  });

  it("a field that the API does not describe is found", () => {
    const schema = document.paths["/v1/messages"]?.post?.requestBody?.content["application/json"]?.schema;
    expect(unknownFields({ text: "Hi", txt: "Hi", poll: { nam: "" } }, schema, "body")).toEqual([
      "body.txt: not described",
      "body.poll.nam: not described",
    ]);
  });

  it("phones are taken as people write them, and times in the workflow's zone", async () => {
    const sent = OPERATIONS.find(({ operation }) => operation.value === "sendText");
    if (!sent) throw new Error("There is no Send Text.");
    const { body } = await requestOf(sent);
    expect(body).toMatchObject({ to: "5511999990001", send_at: "2026-11-20T12:30:00.000Z" });
  });

  it("chats are listed by and assigned to people of the team, of whom viewers get none", async () => {
    const people = [
      { id: "usr_1", name: "Ana", role: "admin" },
      { id: "usr_2", name: null, role: "member" },
      { id: "usr_3", name: "Vi", role: "viewer" },
    ];
    const functions = functionsOf({
      node: new Gateway(),
      credential: { baseUrl: "https://gateway.test", apiKey: "key" },
      http: async () => ({ statusCode: 200, headers: {}, body: { data: people } }),
    });
    const { getAssignees, getMembers } = new Gateway().methods.loadOptions;
    const assignees = [
      { name: "Nobody", value: "none" },
      { name: "Ana", value: "usr_1" },
      { name: "usr_2", value: "usr_2" },
    ];
    expect(await getAssignees.call(functions)).toEqual(assignees);
    expect(await getMembers.call(functions)).toEqual([...assignees, { name: "Vi", value: "usr_3" }]);
    expect(functions.seen.requests.map(({ url }) => url)).toEqual(Array(2).fill("https://gateway.test/v1/members"));
  });

  it("each list of choices that a field loads is one that the node has", () => {
    const loaded = RESOURCES.flatMap(({ operations }) => operations)
      .flatMap(({ properties }) => properties.flatMap((field) => [field, ...((field.options ?? []) as IDataObject[])]))
      .flatMap(({ typeOptions }) => (typeOptions as IDataObject | undefined)?.loadOptionsMethod ?? []);
    expect([...new Set(loaded)].sort()).toEqual(Object.keys(new Gateway().methods.loadOptions).sort());
  });

  it("an id that a stranger chose stays one segment of the path", async () => {
    const functions = functionsOf({
      node: new Gateway(),
      parameters: { resource: "message", operation: "get" },
      items: [{ messageId: "../webhook?x=1#" }, { messageId: ".." }, { messageId: " " }],
      continueOnFail: true,
      credential: { baseUrl: "https://gateway.test", apiKey: "key" },
      http: async () => emptyAnswer(),
    });
    const [made = []] = await new Gateway().execute.call(functions);
    expect(functions.seen.requests.map(({ url }) => url)).toEqual([
      "https://gateway.test/v1/messages/..%2Fwebhook%3Fx%3D1%23",
    ]);
    expect(made.map(({ json }) => json.error)).toEqual([
      undefined,
      "The message is missing. Enter its ID.",
      "The message is missing. Enter its ID.",
    ]);
  });

  it("the README's example is made of fields that the nodes have", () => {
    const text = readFileSync(new URL("../../../clients/n8n/README.md", import.meta.url), "utf8");
    const { nodes } = JSON.parse(/```json\n([\s\S]+?)```/.exec(text)?.[1] ?? "{}") as {
      nodes: { type: string; parameters: IDataObject }[];
    };
    const made: Record<string, INodeType> = { gateway: new Gateway(), gatewayTrigger: new GatewayTrigger() };
    for (const { type, parameters } of nodes) {
      const node = made[type.replace("n8n-nodes-messaging-gateway.", "")];
      if (!node) throw new Error(`There is no ${type}.`);
      const shown = shownFields(node, parameters);
      expect(Object.keys(parameters).filter((name) => !shown.includes(name))).toEqual([]);
    }
    expect(nodes.length).toBe(2);
  });

  it("the editor's choices are the API's: every event type, and files up to what a request may hold", () => {
    expect(EVENT_TYPES.map(({ value }) => value).sort()).toEqual([...EVENT_TYPE_NAMES].sort());
    expect(Math.ceil(FILE_MAX_BYTES / 3) * 4).toBeLessThanOrEqual(LIMITS.fileDataMaxChars);
    expect(Math.ceil((FILE_MAX_BYTES + 3) / 3) * 4).toBeGreaterThan(LIMITS.fileDataMaxChars);
  });
});
