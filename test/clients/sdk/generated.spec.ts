import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { sdkMethods } from "../../../bin/generated/sdk-resources.ts";
import { camelCase } from "../../../build/reference/camel-case.ts";
import { Gateway, VERSION } from "../../../clients/sdk/src/index.ts";
import { Resource } from "../../../clients/sdk/src/resource.ts";

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), "utf8");
const methods = sdkMethods(JSON.parse(read("docs/openapi.json")));

describe("the SDK and the API's description", () => {
  it("its types are made from this description (otherwise: npm run sdk:types)", () => {
    const hash = createHash("sha256").update(read("docs/openapi.json")).digest("hex");
    expect(read("clients/sdk/src/types.ts").split("\n")[0]).toContain(hash);
  });

  it("each operation is one method, and no method is without an operation but the readers of events", () => {
    const gateway = new Gateway({ apiKey: "key", baseUrl: "http://gateway.test" });
    const found = Object.entries(gateway).flatMap(([resource, calls]: [string, object]) => {
      const names: string[] = [];
      for (
        let place = calls;
        place.constructor !== Resource && place !== Resource.prototype;
        place = Object.getPrototypeOf(place)
      ) {
        names.push(...Object.getOwnPropertyNames(place).filter((name) => name !== "constructor"));
      }
      return names.map((name) => `${resource}.${name}`);
    });
    const described = methods.map(({ id }) => id.split(".").map(camelCase).join("."));
    expect(found.sort()).toEqual([...described, "events.live", "events.read"].sort());
    expect(new Set(described).size).toBe(methods.length);
  });

  it("the type of a send decides for each field of the description whether it is a recipient, a content or goes with any", () => {
    const { properties } = JSON.parse(read("docs/openapi.json")).components.schemas.SendMessage;
    const apart = ["to", "chat_id", "text", "media", "location", "contact", "sticker", "poll"];
    const withAny = ["instance_id", "reply_to", "mentions", "send_at", "link_preview"];
    // A new kind of content must also be added to clients/sdk/src/bodies.ts.
    expect(Object.keys(properties).sort()).toEqual([...apart, ...withAny].sort());
  });

  it("what answers hold is exported by its name, and so is each part of a message", () => {
    const exported = new Set(
      /export type \{([^}]+)\} from "\.\/types\.ts"/.exec(read("clients/sdk/src/index.ts"))?.[1]?.match(/\w+/g),
    );
    const answered = methods.flatMap(({ operation }) =>
      Object.values(operation.responses).map(({ content }) => content?.["application/json"]?.schema.properties?.data),
    );
    const names = answered.flatMap((data) => (data?.$ref ?? data?.items?.$ref)?.split("/").at(-1) ?? []);
    const { Message } = JSON.parse(read("docs/openapi.json")).components.schemas;
    const parts = [...JSON.stringify(Message).matchAll(/#\/components\/schemas\/(\w+)/g)].map(([, name = ""]) => name);
    expect(parts).toContain("SharedEvent");
    names.push(...parts);
    // `Event` isn't exported, because the event reader types each event together with its data as `WebhookEvent`.
    expect([...new Set(names)].filter((name) => name !== "Event" && !exported.has(name))).toEqual([]);
    expect([...exported]).toEqual(expect.arrayContaining(["Message", "Chat", "Instance"]));
  });

  it("it says the version of its package", () => {
    expect((JSON.parse(read("clients/sdk/package.json")) as { version: string }).version).toBe(VERSION);
  });
});
