import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { Gateway } from "../../clients/sdk/src/index.ts";
import { ignoredNames } from "../../functions/api/ignored-names.ts";
import { MemoryTable } from "../support/memory-table.ts";
import { apiWorld } from "./api-world.ts";

const QUERY = z.object({ limit: z.string().optional() });
const BODY = z.object({ text: z.string(), media: z.object({ url: z.string() }).nullish(), tags: z.array(z.string()) });

describe("the parameters and fields that a route doesn't have", () => {
  it.each([
    [{ limit: "1" }, undefined, []],
    [{ limt: "1", limit: "1" }, undefined, ["limt"]],
    [{}, { text: "Hi", media: { url: "x", mime: "y" }, tags: [{ a: 1 }], extra: null }, ["media.mime", "extra"]],
    [{}, { media: null, constructor: 1, toString: 2 }, ["constructor", "toString"]],
    [{}, JSON.parse('{"__proto__": 1}'), ["__proto__"]],
    [{ "a b\r\nSet-Cookie: x": "1" }, undefined, ["a%20b%0D%0ASet-Cookie%3A%20x"]],
    [{}, { "\ud800": 1 }, ["%EF%BF%BD"]],
    [{}, { ["€".repeat(30)]: 1 }, ["%E2%82%AC".repeat(7)]],
  ])("are named: %j, %j", (query, body, names) => {
    expect(ignoredNames({ query: QUERY, body: BODY }, { query, body })).toEqual(names);
  });

  it("are all of a query, where a route takes none, and none of a body that it doesn't read", () => {
    expect(ignoredNames({}, { query: { limit: "1" }, body: { a: 1 } })).toEqual(["limit"]);
  });

  it("fit a header, whatever a stranger wrote", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ unit: "binary" }), fc.jsonValue()), fc.jsonValue(), (query, given) => {
        const body = typeof given === "object" && given !== null ? given : undefined;
        const header = ignoredNames({ query: QUERY, body: BODY }, { query, body }).join(", ");
        expect(header).toMatch(/^[\x21-\x7e ]{0,700}$/);
      }),
    );
  });

  it("are in X-Ignored of an answer and of a refusal, and the client library warns of each once", async () => {
    const world = apiWorld(new MemoryTable());
    const account = await world.account();
    const instance = await world.instance(account);
    const { key } = await world.key(account);
    const listed = await world.ask("GET", `/v1/chats?instance_id=${instance}&nonsense=1&limt=100`, { key });
    expect([listed.status, listed.headers["X-Ignored"]]).toEqual([200, "nonsense, limt"]);
    const refused = await world.ask("POST", "/v1/messages", { key, body: { instance_id: instance, txt: "Hi" } });
    expect([refused.status, refused.headers["X-Ignored"]]).toEqual([422, "txt"]);
    const right = await world.ask("GET", "/v1/instances", { key });
    expect(right.headers["X-Ignored"]).toBeUndefined();

    const warnings: string[] = [];
    const before = console.warn;
    console.warn = (line: string) => warnings.push(line);
    try {
      const headers = { "x-ignored": "limt", "content-type": "application/json" };
      const page = () => new Response('{"data":[],"links":{"next":null},"meta":{}}', { headers });
      const gateway = new Gateway({ apiKey: "key", baseUrl: "http://gateway.test", fetch: async () => page() });
      await gateway.instances.list();
      await gateway.instances.list();
    } finally {
      console.warn = before;
    }
    expect(warnings).toEqual([
      "messaging-gateway-sdk: GET /v1/instances: the gateway does not recognize limt and ignored it. Check the spelling.",
    ]);
  });
});
