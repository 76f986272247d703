import { writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { LaneRow } from "../../core/lanes/lane.ts";
import { countSentBytes } from "../../core/operations/files/count-sent-bytes.ts";
import { mergePerson } from "../../core/operations/receiving/merge-person.ts";
import { recordDeletion } from "../../core/operations/receiving/record-deletion.ts";
import { recordPollVote } from "../../core/operations/receiving/record-poll-vote.ts";
import { recordReaction } from "../../core/operations/receiving/record-reaction.ts";
import { recordReceipt } from "../../core/operations/receiving/record-receipt.ts";
import type { MessageRecord } from "../../core/records/message.ts";
import { keys } from "../../core/store/keys.ts";
import { deps } from "../../functions/deps.ts";
import { useDeps } from "../../functions/own-deps.ts";
import { runtime } from "../../functions/runtime.ts";
import { type Emulators, startEmulators } from "../../local/aws/emulators.ts";
import { createInfrastructure } from "../../local/system/infrastructure.ts";
import { memoryMedia } from "../support/memory-media.ts";
import { runAdmin } from "../support/operator-command.ts";
import { passingFolder } from "../support/passing-folder.ts";
import { startWaiting } from "../support/start-waiting.ts";
import { runningClock } from "../support/test-clock.ts";
import { NO_OPT_OUTS } from "../support/test-opt-outs.ts";
import { type ApiWorld, ASK_A_SESSION, everyRoute, worldOf } from "./api-world.ts";

// Tests the functions exactly as they are deployed, connected to the emulated services by environment variables.
let emulators: Emulators;
let world: ApiWorld;
let account: string;
let key: string;
let instance: string;

beforeAll(async () => {
  const clock = runningClock();
  emulators = await startEmulators({ clock, dataDir: null, dynamodbUrl: process.env.DYNAMODB_URL });
  Object.assign(process.env, emulators.env);
  const address = "http://127.0.0.1:8080";
  Object.assign(process.env, await createInfrastructure(null), { BASE_URL: address, FILES_URL: address });
  runtime.clock = clock;
  useDeps(null);
  world = worldOf(deps(), clock);
  account = await world.account();
  key = (await world.key(account)).key;
  instance = await world.instance(account);
});

afterAll(() => emulators?.stop());

const idOf = (answer: { body: Record<string, unknown> }) => (answer.body.data as { id: string }).id;
const ask = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  world.ask(method, path, { key, headers, ...(body !== undefined && { body }) });
const pass = (seconds: number) => world.clock.moveTo(new Date(world.clock.now().getTime() + seconds * 1000));

describe("the API over DynamoDB, KMS and SQS", () => {
  it("keeps the pepper sealed and keys hashed", async () => {
    const pepper = await world.table.get(keys.pepper());
    expect(pepper?.sealed).toBeInstanceOf(Uint8Array);
    useDeps(null); // another process reads the same pepper
    const another = worldOf(deps(), world.clock);
    expect((await another.ask("GET", "/v1/instances", { key })).status).toBe(200);
    useDeps(world.deps);
  });

  it("carries an instance from its making to its end", async () => {
    const id = idOf(await ask("POST", "/v1/instances", { name: "Shop", external_ref: "ref" }));
    expect((await ask("GET", "/v1/instances?external_ref=ref")).body).toMatchObject({ data: [{ id }] });
    for (const change of ["stop", "start", "restart", "logout"]) {
      expect((await ask("POST", `/v1/instances/${id}/${change}`)).status, change).toBe(202);
    }
    expect((await ask("GET", `/v1/instances/${id}/qr`)).status).toBe(503);
    expect((await ask("DELETE", `/v1/instances/${id}`)).status).toBe(204);
    expect((await ask("DELETE", `/v1/instances/${id}`)).status).toBe(404);
  });

  it("makes one message of racing requests with one key, and pages through all messages", async () => {
    const body = { instance_id: instance, to: "5511999990001", text: "Hello" };
    const race = await Promise.all(
      Array.from({ length: 6 }, () => ask("POST", "/v1/messages", body, { "idempotency-key": "race" })),
    );
    expect(new Set(race.map(idOf)).size).toBe(1);
    const made = [idOf(race[0] ?? { body: {} })];
    for (let i = 0; i < 4; i++) made.unshift(idOf(await ask("POST", "/v1/messages", body)));

    for (const filter of ["", `&instance_id=${instance}`, "&phone=5511999990001"]) {
      const seen: string[] = [];
      for (let path: string | null = `/v1/messages?limit=2${filter}`; path !== null; ) {
        const page = await ask("GET", path);
        seen.push(...(page.body.data as { id: string }[]).map((one) => one.id));
        path = (page.body.links as { next: string | null }).next?.slice("http://127.0.0.1:8080".length) ?? null;
      }
      expect(seen).toEqual(made);
    }
  });

  it("polls events at every edge of the range", async () => {
    const made: string[] = [];
    for (let i = 0; i < 3; i++) {
      const id = world.deps.ids.next("evt", world.clock.now());
      await world.table.write({
        put: { ...keys.event(account, id), id, type: "message.status", body: `{"id":"${id}"}` },
      });
      made.push(id);
    }
    pass(5);
    const idsAfter = async (id: string) =>
      ((await ask("GET", `/v1/events?after=${id}`)).body.data as { id: string }[]).map((one) => one.id);

    expect(await idsAfter("evt_00000000000000000000000000")).toEqual(made);
    expect(await idsAfter(made[0] ?? "")).toEqual(made.slice(1));
    expect(await idsAfter(made[2] ?? "")).toEqual([]);
    expect(await idsAfter(world.deps.ids.next("evt", world.clock.now()))).toEqual([]);
    expect(await idsAfter("evt_7ZZZZZZZZZZZZZZZZZZZZZZZZZ")).toEqual([]);
  });

  it("carries messages through changes, cancelling, reactions, votes and a merge of persons", async () => {
    const own = { account_id: account, instance_id: instance, fence: 1 };
    const session = { ...world.deps, media: memoryMedia() };
    const places = {
      fence: keys.receiving(instance),
      instance: keys.instance(instance),
      sending: keys.sending(instance),
    };
    await world.table.write({ put: { ...places.fence, fence: 1 } });
    await world.table.write({ update: places.sending, set: { connected: true, fence: 1 }, add: { rev: 1 } });
    const person = { to: "5511999990009" };
    const send = async (body: object) =>
      idOf(await ask("POST", "/v1/messages", { instance_id: instance, ...person, ...body }));
    const stored = async (id: string) => (await world.table.get(keys.message(account, id))) as unknown as MessageRecord;
    const inAnHour = new Date(world.clock.now().getTime() + 3_600_000).toISOString();

    const scheduled = await send({ text: "Later", send_at: inAnHour });
    expect((await ask("PATCH", `/v1/messages/${scheduled}`, { text: "New", send_at: null })).status).toBe(200);
    expect((await ask("PATCH", `/v1/messages/${scheduled}`, { text: "Newer" })).status).toBe(200);
    expect(await ask("DELETE", `/v1/messages/${scheduled}`)).toMatchObject({ status: 200 });
    expect((await ask("DELETE", `/v1/messages/${await send({ text: "x", send_at: inAnHour })}`)).status).toBe(204);

    const id = await send({ poll: { name: "Which?", options: ["a", "b"] } });
    const waiting = await stored(id);
    const row = (await world.table.get({ pk: `INST#${instance}#LANE`, sk: waiting.row ?? "" })) as LaneRow;
    const encoded = { network_id: "3EB0D", network_chat: "x", network_bytes: new Uint8Array([1]) };
    expect(await startWaiting(session, own, row, waiting, encoded)).toBe(true);
    await recordReceipt(session, { ...own, network_id: "3EB0D", kind: "sent", at: world.clock.now() });
    const about = { ...own, network_id: "3EB0D", author: "out", at: world.clock.now(), journal: null };
    expect(await recordReaction(session, { ...about, by: "1", emoji: "👍" })).toBe(true);
    expect(await recordPollVote(session, { ...about, voter: "88@lid", options: ["b"] })).toBe(true);
    expect(await recordPollVote(session, { ...about, voter: "88@lid", options: ["b"] })).toBe(false);
    expect((await ask("GET", `/v1/messages/${id}`)).body.data).toMatchObject({
      status: "sent",
      reactions: [{ emoji: "👍" }],
      votes: [{ voter: "88@lid", options: ["b"] }],
    });
    expect((await ask("POST", `/v1/messages/${id}/forward`, { to: "5511999990008" })).status).toBe(202);
    await mergePerson({ ...session, optOuts: NO_OPT_OUTS }, own, { phone: person.to, private_id: "88000@lid" });
    const toHidden = await ask("POST", "/v1/messages", { instance_id: instance, chat_id: "88000@lid", text: "Hi" });
    expect(toHidden.body.data).toMatchObject({ phone: person.to });
    expect(await recordDeletion(session, about)).toBe(true);
    expect(await countSentBytes(session, account, 5, world.clock.now())).toEqual({ fits: true });
    expect((await countSentBytes(session, account, 2 ** 30 - 4, world.clock.now())).fits).toBe(false);
  });

  it("counts requests exactly", async () => {
    const other = await world.account();
    const { key: counted } = await world.key(other);
    pass(60 - ((world.clock.now().getTime() / 1000) % 60));
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => world.ask("GET", "/v1/instances", { key: counted })),
    );
    const remaining = answers.map((one) => Number(one.headers["RateLimit-Remaining"])).sort((a, b) => b - a);
    expect(remaining).toEqual(Array.from({ length: 20 }, (_, i) => 599 - i));
  });

  it("obeys the operator's commands, found by DATA_DIR", async () => {
    const dataDir = passingFolder("admin-test-");
    const { TABLE_NAME, KMS_KEY_ID, AWS_ENDPOINT_URL: _url, ...env } = process.env;
    const aws_env = { ...emulators.env, TABLE_NAME, KMS_KEY_ID };
    writeFileSync(join(dataDir, "gateway.json"), JSON.stringify({ account_id: account, pid: process.pid, aws_env }));
    const admin = async (...args: string[]) => {
      return JSON.parse((await runAdmin(args, { ...env, TABLE_NAME: "", DATA_DIR: dataDir })).stdout);
    };

    const made = await admin("key", "create", "--kind", "read", "--ip", "198.51.100.0/24", "--ip", "2001:db8::/32");
    expect((await world.ask("GET", "/v1/instances", { key: made.key })).status).toBe(200);
    expect((await world.ask("GET", "/v1/instances", { key: made.key, source: "192.0.2.1" })).status).toBe(403);
    expect(await admin("key", "revoke", "--key", made.id)).toEqual({ id: made.id, revoked: true });
    expect((await world.ask("GET", "/v1/instances", { key: made.key })).status).toBe(401);
    const shop = await admin("account", "create", "--name", "Shop", "--plan", "trial");
    expect(await admin("key", "list", "--account", shop.id)).toEqual([]);
  });

  it("has no text that yields a 5xx, whatever is in it", async () => {
    const routes = everyRoute({ instance, message: "msg_1" }).filter(
      ({ id }) => ![...ASK_A_SESSION, "instances.delete"].includes(id),
    );
    const oneRequest = fc.asyncProperty(
      fc.constantFrom(...routes),
      fc.string({ unit: "binary", minLength: 1, maxLength: 90 }),
      async (route, text) => {
        pass(2);
        const body = { instance_id: instance, to: "5511999990001", text, name: text, external_ref: text };
        const headers = { "idempotency-key": text };
        const answer = await ask(
          route.method,
          `${route.path}?external_ref=${encodeURIComponent(text.toWellFormed())}`,
          body,
          headers,
        );
        expect(answer.status, `${route.id} ${JSON.stringify(text)} ${answer.text}`).toBeLessThan(500);
      },
    );
    await fc.assert(oneRequest, { numRuns: 150 });
  });
});
