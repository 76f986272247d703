import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { PostmanRequest } from "../../../bin/generated/postman.ts";
import { sdkMethods } from "../../../bin/generated/sdk-resources.ts";
import { Gateway as Client, verifyWebhook } from "../../../clients/sdk/src/index.ts";
import { eventually } from "../../support/eventually.ts";
import { type Gateway, startGateway, temporaryFolder } from "../../support/gateway.ts";
import { inbox, linkNumber } from "../../support/linked-number.ts";
import { startReceiver } from "../../support/receiver.ts";
import { sdkCaller } from "./sdk-caller.ts";

const document = JSON.parse(readFileSync(new URL("../../../docs/openapi.json", import.meta.url), "utf8"));
const OWN_PHONE = "5511988880001";
const PERSON = "5511999990001";

/** openapi-examples.spec.ts makes the SDK's other calls, with bodies and responses. */
describe("the SDK and a running gateway", () => {
  const folder = temporaryFolder();
  let gateway: Gateway;
  let client: Client;
  let instance: string;

  beforeAll(async () => {
    gateway = await startGateway(folder.path, { EPHEMERAL: "1", PACE: "0.0001" });
    client = new Client({ apiKey: gateway.apiKey, baseUrl: gateway.baseUrl });
    await gateway.sandbox("POST", "/phones", { phone: PERSON, name: "Ana" });
    instance = (await linkNumber(gateway, OWN_PHONE)).id;
    await gateway.sandbox("POST", `/phones/${PERSON}/messages`, { to: OWN_PHONE, text: "Is my order ready?" });
  });
  afterAll(async () => {
    await gateway?.stop();
    folder.remove();
  });

  it("every call without a body reaches its route, and the gateway's answer is read", async () => {
    const ask = sdkCaller({ apiKey: gateway.apiKey, baseUrl: gateway.baseUrl });
    const faults: string[] = [];
    const bodiless = sdkMethods(document).filter(({ operation }) => !operation.requestBody);
    for (const { id, http, path, operation } of bodiless) {
      const asked = path.replaceAll(/\{\w+\}/g, "nothing");
      const { request, status, body } = await ask({ operationId: id, path }, asked);
      const isItsRoute = request.method === http && request.path === asked;
      // `not_found` is the response for an unknown path, but it can also be the documented response for a missing
      // record.
      const known = operation.responses[String(status)] as { description: string } | undefined;
      const { code } = body as { code?: string };
      if (!isItsRoute || !known || (status >= 400 && !known.description.includes(`\`${code}\``))) {
        faults.push(`${id}: ${request.method} ${request.path} ${status} ${JSON.stringify(body)}`);
      }
    }
    expect(faults).toEqual([]);
    expect(bodiless.length).toBeGreaterThan(50);
  });

  it("the Postman collection's requests are answered as the description says, as they stand", async () => {
    const { item: folders } = JSON.parse(
      readFileSync(new URL("../../../docs/postman.json", import.meta.url), "utf8"),
    ) as {
      item: { item: PostmanRequest[] }[];
    };
    const described = new Map(sdkMethods(document).map((one) => [one.id, one]));
    const faults: string[] = [];
    const seen = new Set<string>();
    for (const { request } of folders.flatMap(({ item }) => item)) {
      const { method, description: id, header, url, body } = request;
      const values = new Map(url.variable.map(({ key, value }) => [key, value]));
      const filled = url.path.map((segment) =>
        segment.startsWith(":") ? values.get(segment.slice(1)) || "nothing" : segment,
      );
      const answer = await fetch(`${gateway.baseUrl}/${filled.join("/")}`, {
        method,
        redirect: "manual",
        headers: {
          authorization: `Bearer ${gateway.apiKey}`,
          ...Object.fromEntries(header.map(({ key, value }) => [key, value])),
        },
        ...(body && { body: body.raw }),
      });
      seen.add(id);
      const isDescribed = String(answer.status) in (described.get(id)?.operation.responses ?? {});
      if (!isDescribed || [400, 405].includes(answer.status))
        faults.push(`${id}: ${answer.status} ${await answer.text()}`);
    }
    expect(faults).toEqual([]);
    expect(seen).toEqual(new Set(described.keys()));
  });

  it("a message that is sent twice under one key is sent once, and the second answer says so", async () => {
    const text = { instance_id: instance, to: PERSON, text: "Your order is ready" };
    const key = { idempotencyKey: "order-1" };
    const first = await client.messages.send(text, key).withResponse();
    const again = await client.messages.send(text, key).withResponse();
    expect([first.replayed, again.replayed, again.data.id]).toEqual([false, true, first.data.id]);
    await eventually("the text to have been read", async () => (await client.messages.get(first.data.id)).sent_at);
    expect((await inbox(gateway, PERSON)).filter(({ text: shown }) => shown === text.text).length).toBe(1);
    const listed: unknown[] = [];
    for await (const message of client.messages.list({ instance_id: instance, limit: 1 })) listed.push(message.id);
    expect(listed).toContain(first.data.id);
    expect(listed.length).toBeGreaterThan(1);
  });

  it("a reader of events that stops in the middle of a page gets that page again, and skips nothing", async () => {
    const all = await eventually("some events", async () => {
      const ids: string[] = [];
      for await (const { id } of client.events.list()) ids.push(id);
      return ids.length > 2 ? ids : null;
    });
    let saved: string | undefined;
    const read = async (until: (seen: string[]) => boolean) => {
      const seen: string[] = [];
      for await (const event of client.events.read({ after: saved, save: (after) => (saved = after) })) {
        seen.push(event.id);
        if (until(seen)) break;
      }
      return seen;
    };
    // The reader dies while handling the second event, so no position has been saved.
    expect(await read((seen) => seen.length === 2)).toEqual(all.slice(0, 2));
    expect(saved).toBeUndefined();
    // When a reader moves on to a later event, it has handled and saved all earlier ones.
    const more = read((seen) => seen.length > all.length);
    await gateway.sandbox("POST", `/phones/${PERSON}/messages`, { to: OWN_PHONE, text: "Thank you" });
    expect((await more).slice(0, all.length)).toEqual(all);
    expect(all).toContain(saved);
    const [next] = await read(() => true);
    expect(all).not.toContain(next);
  });

  it("a webhook's post is taken as it came, and no other", async () => {
    const receiver = await startReceiver();
    try {
      const { secret } = await client.instanceWebhook.update(instance, { url: receiver.url });
      await client.instanceWebhook.test(instance);
      const post = await eventually("the post", () => receiver.requests[0]);
      const event = await verifyWebhook(post.body, post.headers, String(secret), await gateway.now());
      expect(event.type).toBe("webhook.test");
      await expect(verifyWebhook(`${post.body} `, post.headers, String(secret), await gateway.now())).rejects.toThrow();
    } finally {
      await client.instanceWebhook.update(instance, { url: null });
      await receiver.stop();
    }
  });
});
