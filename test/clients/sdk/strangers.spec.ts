import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { sdkMethods } from "../../../bin/generated/sdk-resources.ts";
import { Gateway, GatewayError } from "../../../clients/sdk/src/index.ts";
import { sdkMethod } from "./sdk-caller.ts";

const document = JSON.parse(readFileSync(new URL("../../../docs/openapi.json", import.meta.url), "utf8"));
const METHODS = sdkMethods(document);

/** Calls an operation against a server that always sends this response. @returns the outcome, which may be an error. */
async function outcome({ id, path, operation }: (typeof METHODS)[number], answer: () => Response): Promise<unknown> {
  const gateway = new Gateway({ apiKey: "key", baseUrl: "http://gateway.test", fetch: async () => answer() });
  const ids = [...path.matchAll(/\{/g)].map(() => "an-id");
  const args = operation.requestBody ? [...ids, {}] : ids;
  return Promise.resolve(sdkMethod(gateway, id)(...args)).catch((error: unknown) => error);
}

const json = (body: unknown, status = 200) => Response.json(body, { status });
const redirect = () => new Response(null, { status: 302, headers: { location: "https://login.test/?next=gateway" } });
const STRANGERS: [string, () => Response][] = [
  ["a redirect to a login page", redirect],
  ["a login page", () => new Response("<h1>Log in</h1>", { headers: { "content-type": "text/html" } })],
  [
    "JSON that says it is a page",
    () => new Response('{"data":{"id":"1"}}', { headers: { "content-type": "text/html" } }),
  ],
  ["half of a JSON", () => new Response('{"data":{"id"', { headers: { "content-type": "application/json" } })],
  ["nothing, with 200", () => new Response("")],
  ["another object", () => json({ url: "https://login.test/" })],
  ["an array", () => json([{ id: "1" }])],
  ["a text", () => json("ok")],
  ["null", () => json(null)],
  ["data that is null", () => json({ data: null })],
  ["a record without its id", () => json({ data: { url: "https://login.test/" }, links: {}, meta: {} }, 202)],
  ["a list that says not how it goes on", () => json({ data: ["1"] })],
];

interface Schema {
  $ref?: string;
  type?: string;
  properties?: Record<string, Schema>;
  required?: string[];
}
const resolved = (schema: Schema = {}): Schema =>
  schema.$ref ? document.components.schemas[schema.$ref.split("/").at(-1) ?? ""] : schema;

/** Returns the bodies of an operation's 2xx responses, according to the API description. */
const bodiesOf = ({ operation }: (typeof METHODS)[number]) =>
  Object.entries(operation.responses)
    .filter(([status]) => status.startsWith("2"))
    .map(([, { content }]) => resolved(content?.["application/json"]?.schema).properties ?? {});

/** Responses that are valid for some operations, according to the API description. */
const IS_DESCRIBED: Record<string, (method: (typeof METHODS)[number]) => boolean> = {
  "a redirect to a login page": ({ id }) => id === "files.get",
  "a record without its id": (method) =>
    bodiesOf(method).some(({ data }) => {
      const { type, required } = resolved(data);
      return type === "object" && !required?.includes("id");
    }),
  "a list that says not how it goes on": (method) =>
    bodiesOf(method).some(
      ({ data, ...rest }) => resolved(data).type === "array" && !("meta" in rest || "has_more" in rest),
    ),
};

describe("an answer of something else than the gateway", () => {
  it.each(STRANGERS)("is an error of every call: %s", async (name, answer) => {
    const taken: string[] = [];
    for (const method of METHODS) {
      const found = await outcome(method, answer);
      const isRefused = found instanceof GatewayError && found.code === "unreadable_answer";
      if (!isRefused && !IS_DESCRIBED[name]?.(method)) taken.push(method.id);
    }
    expect(taken).toEqual([]);
  });
});
