import { beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { answersOf } from "../../bin/generated/answers-of.ts";
import { MESSAGE_DETAILS } from "../../core/contracts/content/details.ts";
import { ErrorAnswer } from "../../core/contracts/error-answer.ts";
import { ERROR_CODES } from "../../core/contracts/error-codes.ts";
import { EventEnvelope } from "../../core/contracts/event.ts";
import { EVENT_TYPE_NAMES } from "../../core/contracts/event-types.ts";
import { EVENT_DATA } from "../../core/contracts/events/event-data.ts";
import { PLANS } from "../../core/contracts/plans.ts";
import { ROUTES, type RouteId } from "../../core/contracts/routes.ts";
import { REQUEST_EXAMPLES } from "../../functions/api/openapi/examples/requests.ts";
import { eventExample, receivedEvents } from "../../functions/api/openapi/webhooks.ts";
import { apiWorld } from "./api-world.ts";
import { loadApi } from "./fuzz/every-route.ts";

interface Operation {
  operationId: string;
  security?: unknown[];
  parameters?: { in: string; name: string; required?: boolean; schema: unknown }[];
  requestBody?: { content: Record<string, { schema: unknown }> };
  responses: Record<string, { description: string; content?: Record<string, { schema: unknown }> }>;
}
interface Document {
  openapi: string;
  info: { title: string; version: string; contact?: { name: string } };
  servers: { url: string }[];
  security: unknown[];
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, { post: Operation }>;
  components: {
    schemas: Record<string, unknown>;
    responses: Operation["responses"];
    headers: Record<string, unknown>;
    securitySchemes: Record<string, unknown>;
  };
}

let document: Document;
let text: string;

beforeAll(async () => {
  const answer = await apiWorld().ask("GET", "/v1/openapi.json");
  expect(answer).toMatchObject({ status: 200, headers: { "Content-Type": "application/json" } });
  text = answer.text;
  document = JSON.parse(text);
  for (const operation of operations()) operation.responses = answersOf(operation.responses, document);
});

describe("the document", () => {
  it.each(["gzip", "br, gzip;q=0.5", "GZIP"])("comes compressed to who takes that: %s", async (codings) => {
    const answer = await apiWorld().ask("GET", "/v1/openapi.json", { headers: { "accept-encoding": codings } });
    expect(answer.headers).toMatchObject({ "Content-Encoding": "gzip", Vary: "Accept-Encoding" });
    expect(answer.text).toBe(text);
  });

  it.each(["br", "gzip;q=0", "gzip; q=0.0", "xgzip", ""])("comes as it is to who does not: %j", async (codings) => {
    const answer = await apiWorld().ask("GET", "/v1/openapi.json", { headers: { "accept-encoding": codings } });
    expect(answer.headers).not.toHaveProperty("Content-Encoding");
    expect(answer.headers).toMatchObject({ Vary: "Accept-Encoding" });
    expect(answer.text).toBe(text);
  });
});

const operations = () => Object.values(document.paths).flatMap((path) => Object.values(path));

describe("examples", () => {
  it("there is one for every request with a body, and it is taken by the schema that validates", async () => {
    const { routes } = await loadApi();
    for (const { id, definition } of routes.values()) {
      if (!definition.body) continue;
      const examples = Object.values(REQUEST_EXAMPLES[id] ?? {});
      expect([id, examples.length > 0]).toEqual([id, true]);
      for (const { body } of examples) expect([id, definition.body.safeParse(body).error]).toEqual([id, undefined]);
    }
  });

  it("there is one for every answer, with what the schema has and nothing else", async () => {
    const { routes } = await loadApi();
    for (const { id, definition } of routes.values()) {
      for (const [status, { schema, raw }] of Object.entries(definition.responses)) {
        if (!schema) continue;
        const whole = raw ? schema : z.object({ data: schema });
        const { path, method } = ROUTES[id];
        const shown = document.paths[path]?.[method.toLowerCase()]?.responses[status]?.content?.["application/json"];
        const example = (shown as { example?: unknown } | undefined)?.example;
        expect([id, example]).toEqual([id, whole.parse(example)]);
      }
    }
  });

  it("there is one for every event, as it arrives", () => {
    for (const type of EVENT_TYPE_NAMES) {
      const example = eventExample(type);
      expect([type, EventEnvelope.extend({ data: EVENT_DATA[type] }).parse(example)]).toEqual([type, example]);
      const content = document.webhooks[type]?.post.requestBody?.content["application/json"];
      const isReceived = type === "message.received" || type === "group.message";
      expect(content).toMatchObject(isReceived ? { examples: { text: { value: example } } } : { example });
    }
  });

  it("there is one for everything that a received message may say beside its text, as its schema has it", () => {
    for (const type of ["message.received", "group.message"] as const) {
      const examples = receivedEvents(type);
      const shape = EventEnvelope.extend({ data: EVENT_DATA[type] });
      for (const { value } of Object.values(examples)) expect(shape.parse(value)).toEqual(value);
      expect(document.webhooks[type]?.post.requestBody?.content["application/json"]).toMatchObject({ examples });
      const said = Object.values(examples).flatMap(({ value }) => Object.keys((value as { data: object }).data));
      const unsaid = Object.keys(MESSAGE_DETAILS).filter((name) => !said.includes(name));
      // These details are rare and simple, so the contract's table is enough.
      expect(unsaid).toEqual(["mentions_everyone", "comment_on", "more_unsupported"]);
    }
  });

  it("there is one for every error of every request", () => {
    for (const operation of operations()) {
      for (const [status, { description, content }] of Object.entries(operation.responses)) {
        if (status === "default" || Number(status) < 400) continue;
        const json = content?.["application/json"] as { examples?: Record<string, { value: unknown }> } | undefined;
        const { examples = {} } = json ?? {};
        expect(
          Object.keys(examples)
            .map((code) => `\`${code}\``)
            .join(", "),
        ).toBe(description);
        for (const { value } of Object.values(examples)) expect(ErrorAnswer.parse(value)).toEqual(value);
      }
    }
  });
});

describe("GET /v1/openapi.json", () => {
  it("has the table of errors, the limits and the plans in words", () => {
    const { description } = document.info as { description?: string };
    for (const code of Object.keys(ERROR_CODES)) expect(description).toContain(`| \`${code}\` |`);
    for (const plan of Object.keys(PLANS)) expect(description).toContain(`| \`${plan}\` |`);
    expect(description).toContain(
      "An account can make 600 requests a minute, and a key can poll `GET /v1/events` 60 times a minute.",
    );
  });

  it("names the headers of each answer", () => {
    const headers = (id: RouteId, status: number) => {
      const { path, method } = ROUTES[id];
      const response = document.paths[path]?.[method.toLowerCase()]?.responses[status];
      return Object.keys((response as { headers?: object } | undefined)?.headers ?? {});
    };
    const counted = ["X-Request-Id", "X-Ignored", "RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset"];
    expect(headers("instances.list", 200)).toEqual(counted);
    expect(headers("instances.list", 401)).toEqual(["X-Request-Id"]);
    expect(headers("instances.list", 429)).toEqual([...counted, "Retry-After"]);
    expect(headers("messages.send", 200)).toContain("Idempotent-Replayed");
    expect(headers("messages.send", 202)).toEqual(counted);
    expect(headers("files.get", 302)).toEqual(["X-Request-Id", "Location"]);
  });

  it("says whom to ask, and gives no address that is nobody's", () => {
    expect(document.info).toMatchObject({ contact: { name: "The operator of this gateway" } });
    expect(document.info.contact).not.toHaveProperty("email");
  });

  it("writes the headers of requests as the spec does", () => {
    const named = operations().flatMap((one) => one.parameters?.filter((parameter) => parameter.in === "header") ?? []);
    expect(new Set(named.map((one) => one.name))).toEqual(new Set(["Idempotency-Key"]));
  });

  it("tells of a request that only sends on, and of one that needs no key, what else may be answered", () => {
    const answers = (id: RouteId) => Object.keys(document.paths[ROUTES[id].path]?.get?.responses ?? {});
    expect(answers("files.get")).toEqual(expect.arrayContaining(["302", "404", "413", "default"]));
    expect(answers("openapi.get")).toEqual(expect.arrayContaining(["200", "413"]));
    expect(operations().filter((one) => "default" in one.responses)).toHaveLength(1);
  });

  it("forbids nobody to send or to answer more than it has", () => {
    expect(text).not.toContain('additionalProperties":false');
  });

  it("is OpenAPI 3.1 with the parts the standard asks for", () => {
    expect(document.openapi).toMatch(/^3\.1\.\d$/);
    expect(document.info).toMatchObject({ title: expect.any(String), version: expect.any(String) });
    expect(document.servers).toEqual([{ url: "http://127.0.0.1:8080" }]);
    expect(document.components.securitySchemes).toEqual({
      api_key: expect.objectContaining({ type: "http", scheme: "bearer" }),
    });
    expect(document.security).toEqual([{ api_key: [] }]);
  });

  it.each(Object.keys(ROUTES) as RouteId[])("describes %s", async (id) => {
    const { method, path, scope } = ROUTES[id];
    const operation = document.paths[path]?.[method.toLowerCase()];

    expect(operation?.operationId).toBe(id);
    const named = (operation?.parameters ?? []).filter((one) => one.in === "path").map((one) => `{${one.name}}`);
    expect(named).toEqual(path.match(/\{\w+\}/g) ?? []);
    const statuses = Object.keys(operation?.responses ?? {});
    expect(statuses.some((status) => /^[23]/.test(status))).toBe(true);
    if (scope === "public") expect(operation?.security).toEqual([]);
    else expect(statuses).toEqual(expect.arrayContaining(["401", "403", "429"]));
    expect(operation?.requestBody !== undefined).toBe((await loadApi()).routes.get(id)?.definition.body !== undefined);
  });

  it("describes nothing that the route table does not have", () => {
    expect(operations()).toHaveLength(Object.keys(ROUTES).length);
    expect(new Set(operations().map((one) => one.operationId)).size).toBe(operations().length);
  });

  it("has a description for every answer, and one error shape with the spec's codes", () => {
    for (const operation of operations()) {
      for (const [status, response] of Object.entries(operation.responses)) {
        expect(response.description).not.toBe("");
        const schema = response.content?.["application/json"]?.schema;
        if (status === "default" || Number(status) >= 400)
          expect(schema).toEqual({ $ref: "#/components/schemas/Error" });
        else expect(schema === undefined).toBe(["204", "302"].includes(status));
      }
    }
    expect(document.components.schemas.Error).toMatchObject({
      required: ["message", "code"],
      properties: { code: { enum: Object.keys(ERROR_CODES) } },
    });
  });

  it("refers to nothing that is not there", () => {
    const references = [...text.matchAll(/"\$ref":"([^"]+)"/g)].map((match) => match[1] ?? "");
    expect(references.length).toBeGreaterThan(20);
    for (const reference of references) {
      const [, section, kind, name] = reference.split("/");
      const named = document.components[kind as keyof Document["components"]];
      expect([section, Object.keys(named)]).toEqual(["components", expect.arrayContaining([name])]);
    }
  });

  it("says each error answer once, and each schema under one name", () => {
    const answers = Object.entries(document.components.responses).map(
      ([name, answer]) => `${/\d+/.exec(name)} ${JSON.stringify(answer)}`,
    );
    const schemas = Object.keys(document.components.schemas);

    expect(new Set(answers).size).toBe(answers.length);
    expect(schemas.filter((name) => name.endsWith("Output"))).toEqual([]);
    // The examples are written out only in these places and are referenced everywhere else.
    expect(text.split('"examples":{"server_error"')).toHaveLength(3); // with a key and without
    expect(schemas).toEqual(expect.arrayContaining(["Message", "Chat", "Instance"]));
  });

  it("has every event as a webhook", () => {
    expect(Object.keys(document.webhooks).sort()).toEqual([...EVENT_TYPE_NAMES].sort());
    for (const { post } of Object.values(document.webhooks)) {
      expect(post.parameters?.map((one) => one.name)).toEqual(["webhook-id", "webhook-timestamp", "webhook-signature"]);
    }
  });
});
