import { beforeEach, describe, expect, it } from "vitest";
import type { PersonRecord } from "../../../core/records/person.ts";
import { chatOf } from "../../support/stored-chats.ts";
import { type ApiWorld, apiWorld } from "../api-world.ts";

const NOW = Date.parse("2026-11-20T09:30:05.000Z");
const [ANA, BIA, CAL] = ["5511999990001", "5511999990002", "5521988887777"] as const;
const GROUP = "120363020000000001@g.us";

let world: ApiWorld;
let account: string;
let instance: string;
let key: string;
beforeEach(async () => {
  world = apiWorld();
  account = await world.account();
  instance = await world.instance(account);
  key = (await world.key(account)).key;
});

const chat = (name: string, secondsAgo: number, fields: PersonRecord = {}) =>
  world.table.write({ put: chatOf(instance, name, { last_ms: NOW - secondsAgo * 1000, ...fields }) });
const search = (text: string, of = key) =>
  world.ask("GET", `/v1/chats?search=${encodeURIComponent(text)}`, { key: of });
const found = async (text: string) =>
  ((await search(text)).body.data as { id: string }[]).map(({ id }) => id.replace("@s.whatsapp.net", ""));

describe("GET /v1/chats?search", () => {
  it("finds a part of a name, whatever its case, accents and width", async () => {
    await chat(ANA, 30, { name: "José ÁLVARES" });
    await chat(BIA, 20, { contact_name: "ﬁnanças Ｊose" });
    await chat(GROUP, 10, { name: "Jos\u0065\u0301 e família" });
    await chat(CAL, 5, { name: "Carla" });

    expect(await found("jose")).toEqual([GROUP, BIA, ANA]);
    expect(await found("ÁLVARES")).toEqual([ANA]);
    expect(await found("alvàres")).toEqual([ANA]);
    expect(await found("FINANCAS")).toEqual([BIA]);
    expect(await found("Familia")).toEqual([GROUP]);
    expect(await found("nobody")).toEqual([]);
  });

  it("finds digits inside phones, also as people write them, and no private id", async () => {
    await chat(ANA, 30);
    await chat(CAL, 20);
    await chat("99887766@lid", 10);
    await chat("77665544@lid", 5, { phone: null, name: "998 street" });

    expect(await found("99999")).toEqual([ANA]);
    expect(await found("+55 (21) 98888-7777")).toEqual([CAL]);
    expect(await found("998")).toEqual(["77665544@lid"]);
  });

  it("finds no deleted chat, no merged person and no group without a message", async () => {
    await world.table.write({ put: chatOf(instance, ANA, { name: "Ana", last_ms: NOW, hidden_ms: NOW }) });
    await world.table.write({ put: chatOf(instance, "1@lid", { name: "Ana", last_ms: NOW, merged_into: BIA }) });
    await world.table.write({ put: chatOf(instance, GROUP, { name: "Ana" }) });

    expect(await found("ana")).toEqual([]);
  });

  it("is the plain list when there is nothing to search for", async () => {
    await chat(ANA, 30);

    expect(await found(" ")).toEqual([ANA]);
  });

  it("goes on page by page, with the search in links.next", async () => {
    for (let i = 0; i < 60; i++) await chat(String(5511900000000 + i), i, { name: "Ana & co" });
    const first = await search("ana & co");
    const next = new URL(String((first.body.links as { next: string }).next));
    const second = await world.ask("GET", `${next.pathname}${next.search}`, { key });

    expect(next.searchParams.get("search")).toBe("ana & co");
    expect((first.body.data as unknown[]).length + (second.body.data as unknown[]).length).toBe(60);
    expect((second.body.links as { next: string | null }).next).toBeNull();
  });

  it("is free among a thousand, and beyond ten times a minute for a key; then 429 with Retry-After", async () => {
    for (let i = 0; i < 1_000; i++) await chat(String(5511900000000 + i), i, { name: "Ana" });
    for (let i = 0; i < 11; i++) expect((await search("ana")).status).toBe(200);
    await chat(BIA, 1);

    const answers = [];
    for (let i = 0; i < 11; i++) answers.push(await search("ana"));

    expect(answers.map(({ status }) => status)).toEqual([...Array(10).fill(200), 429]);
    expect(answers.at(-1)).toMatchObject({ body: { code: "rate_limited" } });
    expect(Number(answers.at(-1)?.headers["Retry-After"])).toBeGreaterThan(0);
    expect((await search("ana", (await world.key(account)).key)).status).toBe(200);
    expect((await world.ask("GET", "/v1/chats", { key })).status).toBe(200);
    world.clock.moveTo(new Date(NOW + 120_000));
    expect((await search("ana")).status).toBe(200);
  });
});
