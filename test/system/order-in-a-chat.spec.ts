import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eventually } from "../support/eventually.ts";
import { type Gateway, startGateway, temporaryFolder } from "../support/gateway.ts";
import { hasStatus, inbox, linkNumber } from "../support/linked-number.ts";
import { pdf, picture, recording } from "../support/sample-files.ts";

type Json = Record<string, unknown>;
const SHOP = "5511988880000";
const ANA = "5511977770001";
const BOB = "5511977770002";

/**
 * Each message in the chat has to wait for something different before it can be sent, but the person sees the messages
 * in the order they were accepted.
 */
describe("messages of every kind to one chat, with files that take their time", () => {
  const folder = temporaryFolder();
  let gateway: Gateway;
  let shop: { id: string };
  let files: Server;
  let filesUrl: string;
  let isOpen = false;
  const held: (() => void)[] = [];

  beforeAll(async () => {
    const image = await picture("png");
    const answer = (response: ServerResponse) => () => response.writeHead(200).end(image);
    files = createServer((_request, response) => {
      if (isOpen) answer(response)();
      else held.push(answer(response));
    }).listen(0, "127.0.0.1");
    await new Promise((resolve) => files.once("listening", resolve));
    filesUrl = `http://127.0.0.1:${(files.address() as AddressInfo).port}`;
    gateway = await startGateway(folder.path);
    shop = await linkNumber(gateway, SHOP);
    for (const [phone, name] of [
      [ANA, "Ana"],
      [BOB, "Bob"],
    ]) {
      await gateway.sandbox("POST", "/phones", { phone, name });
      await gateway.sandbox("POST", `/phones/${phone}/messages`, { to: SHOP, text: "Hello" });
    }
    await eventually("both to be known", async () => {
      const list = await gateway.api<{ data: Json[] }>("GET", "/v1/messages?direction=in");
      return list.body.data.length === 2;
    });
  });
  afterAll(async () => {
    openGate();
    files?.close();
    await gateway?.stop();
    folder.remove();
  });

  function openGate(): void {
    isOpen = true;
    for (const answer of held.splice(0)) answer();
  }

  async function send(to: string, content: Json): Promise<void> {
    const answer = await gateway.api("POST", "/v1/messages", { instance_id: shop.id, to, ...content });
    expect(answer.status, JSON.stringify(answer.body)).toBe(202);
  }

  const shownTo = async (phone: string) => (await inbox(gateway, phone)).filter(({ from }) => from === SHOP);
  const kindsAndTexts = (messages: Json[]) => messages.map(({ type, text }) => `${type} ${text ?? ""}`.trim());

  it("arrive in the order of their acceptance, though every process is killed meanwhile, and hold up no other chat", async () => {
    const slow = (text: string) => ({ text, media: { url: `${filesUrl}/${text}.png`, mimetype: "image/png" } });
    const inline = (bytes: Buffer, mimetype: string) => ({ media: { data: bytes.toString("base64"), mimetype } });
    await send(ANA, slow("one"));
    await send(ANA, { text: "two" });
    await send(ANA, inline(recording("mp3"), "audio/mpeg"));
    await send(ANA, { poll: { name: "When?", options: ["Today", "Tomorrow"] } });
    await send(ANA, slow("five"));
    await send(ANA, { text: "six", ...inline(pdf("prices"), "application/pdf") });
    await send(ANA, { location: { latitude: -23.55, longitude: -46.63 } });
    await send(ANA, { text: "eight" });
    await send(BOB, { text: "another chat" });

    await eventually("Bob's message", async () => (await shownTo(BOB)).length === 1);
    expect(await shownTo(ANA)).toEqual([]);
    await gateway.killEverything();
    gateway = await startGateway(folder.path);
    await eventually("the number to work", () => hasStatus(gateway, shop.id, "working"));
    expect(await shownTo(ANA)).toEqual([]);
    openGate();

    await eventually("all of them", async () => (await shownTo(ANA)).length === 8, 60_000);
    expect(kindsAndTexts(await shownTo(ANA))).toEqual([
      "image one",
      "text two",
      "audio",
      "poll",
      "image five",
      "document six",
      "location",
      "text eight",
    ]);
  });
});
