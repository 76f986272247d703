import { beforeAll, describe, expect, it } from "vitest";
import { ERROR_CODES } from "../../core/contracts/error-codes.ts";
import { EVENT_TYPE_NAMES } from "../../core/contracts/event-types.ts";
import { ROUTES, type RouteId } from "../../core/contracts/routes.ts";
import { apiWorld } from "./api-world.ts";

interface Operation {
  operationId: string;
  security?: unknown[];
  parameters?: { in: string; name: string; required?: boolean; schema: unknown }[];
  requestBody?: { content: Record<string, { schema: unknown }> };
  responses: Record<string, { description: string; content?: Record<string, { schema: unknown }> }>;
}
interface Document {
  openapi: string;
  info: { title: string; version: string };
  servers: { url: string }[];
  security: unknown[];
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, { post: Operation }>;
  components: { schemas: Record<string, unknown>; securitySchemes: Record<string, unknown> };
}

let document: Document;
let text: string;

beforeAll(async () => {
  const answer = await apiWorld().ask("GET", "/v1/openapi.json");
  expect(answer).toMatchObject({ status: 200, headers: { "Content-Type": "application/json" } });
  text = answer.text;
  document = JSON.parse(text);
});

const operations = () => Object.values(document.paths).flatMap((path) => Object.values(path));

describe("GET /v1/openapi.json", () => {
  it("is OpenAPI 3.1 with the parts the standard asks for", () => {
    expect(document.openapi).toMatch(/^3\.1\.\d$/);
    expect(document.info).toMatchObject({ title: expect.any(String), version: expect.any(String) });
    expect(document.servers).toEqual([{ url: "http://127.0.0.1:8080" }]);
    expect(document.components.securitySchemes).toEqual({
      api_key: expect.objectContaining({ type: "http", scheme: "bearer" }),
    });
    expect(document.security).toEqual([{ api_key: [] }]);
  });

  it.each(Object.keys(ROUTES) as RouteId[])("describes %s", (id) => {
    const { method, path, scope } = ROUTES[id];
    const operation = document.paths[path]?.[method.toLowerCase()];

    expect(operation?.operationId).toBe(id);
    const named = (operation?.parameters ?? []).filter((one) => one.in === "path").map((one) => `{${one.name}}`);
    expect(named).toEqual(path.match(/\{\w+\}/g) ?? []);
    const statuses = Object.keys(operation?.responses ?? {});
    expect(statuses.some((status) => status.startsWith("2"))).toBe(true);
    if (scope === "public") expect(operation?.security).toEqual([]);
    else expect(statuses).toEqual(expect.arrayContaining(["401", "403", "429"]));
    expect(operation?.requestBody !== undefined).toBe(
      method === "PATCH" || ["instances.create", "messages.send", "messages.react", "messages.forward"].includes(id),
    );
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
        if (Number(status) >= 400) expect(schema).toEqual({ $ref: "#/components/schemas/Error" });
        else expect(schema === undefined).toBe(status === "204");
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
      expect([section, kind, Object.keys(document.components.schemas)]).toEqual([
        "components",
        "schemas",
        expect.arrayContaining([name]),
      ]);
    }
  });

  it("has every event as a webhook", () => {
    expect(Object.keys(document.webhooks).sort()).toEqual([...EVENT_TYPE_NAMES].sort());
    for (const { post } of Object.values(document.webhooks)) {
      expect(post.parameters?.map((one) => one.name)).toEqual(["webhook-id", "webhook-timestamp", "webhook-signature"]);
    }
  });
});
