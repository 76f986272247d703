import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { guideNames, guidePage, referenceLinks } from "../../../build/reference/guides.ts";
import type { LinkedDocument } from "../../../build/reference/operation-links.ts";

const { paths } = JSON.parse(readFileSync("docs/openapi.json", "utf8")) as LinkedDocument;
const ANCHORS = Object.values(paths)
  .flatMap((operations) => Object.values(operations))
  .map(({ operationId, tags: [tag] = [] }) => `/docs/reference#tag/${tag}/operation/${operationId}`);
const linkOf = referenceLinks();

describe("a request that a text names", () => {
  it.each([
    ["POST /v1/messages", "messages/operation/messages.send"],
    ["GET /v1/instances/{id}", "instances/operation/instances.get"],
    ["DELETE /v1/instances/{anything}", "instances/operation/instances.delete"],
    ["GET /v1/chats?assigned_to=usr_…", "chats/operation/chats.list"],
    ["POST …/groups/join", "groups/operation/groups.join"],
    ["POST …/webhook/test", "webhook/operation/webhook.test"],
  ])("leads to its place: %s", (text, place) => {
    expect(linkOf(text)).toBe(`/docs/reference#tag/${place}`);
    expect(ANCHORS).toContain(linkOf(text));
  });

  it.each([
    "POST …/start",
    "PUT /v1/messages",
    "POST /v1/nothing",
    "/v1/messages",
    "POST /api/sendText",
    "messages",
    "",
  ])("leads nowhere if it is none, or not clear: %s", (text) => {
    expect(linkOf(text)).toBeNull();
  });
});

describe("the guides", () => {
  const pages = guideNames().map((name) => [name, guidePage(name)] as const);

  it("lead to operations that the reference has, from the requests that they name", () => {
    const links = pages.flatMap(([, page]) => [...page.matchAll(/href="(\/docs\/reference#[^"]+)"/g)]);
    expect(links.length).toBeGreaterThan(25);
    expect(links.map(([, href]) => href).filter((href) => !ANCHORS.includes(href ?? ""))).toEqual([]);
  });

  it("each lead to the reference, above and in the menu", () => {
    for (const [, page] of pages) {
      expect(page).toContain('<a href="/docs/reference">Reference</a>');
      expect(page).toContain('<li><a href="/docs/reference">Reference: every request</a></li>');
    }
  });

  it("hold no link within a link", () => {
    for (const [name, page] of pages)
      expect([name, /<a [^>]*>(?:(?!<\/a>).)*<a /s.exec(page)?.[0]]).toEqual([name, undefined]);
  });
});
