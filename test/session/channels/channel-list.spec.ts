import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { NetworkChannel } from "../../../core/domain/channels/channel.ts";
import { storeChannel } from "../../../core/operations/channels/store-channel.ts";
import { channelLists, channelRecords } from "../../../core/records/chats/channel.ts";
import { keys } from "../../../core/store/keys.ts";
import { AnswerUnknown } from "../../../session-service/baileys/shared/known-answer.ts";
import { Channels } from "../../../session-service/session/channels.ts";
import type { SessionDeps } from "../../../session-service/session-deps.ts";
import { MemoryTable } from "../../support/memory-table.ts";
import { stillClock } from "../../support/test-clock.ts";

const INSTANCE = "inst_1";
const OWN = { account_id: "acc_1", instance_id: INSTANCE, fence: 1 };
const NEWS = "120363000000000001@newsletter";
const DAY_SEC = 86_400;

const channel = (id: string, change: Partial<NetworkChannel> = {}): NetworkChannel => ({
  ...{ id, name: "News", description: null, invite: "code", verified: false, subscribers: 3, picture: null },
  role: "subscriber",
  ...change,
});

describe("the list of channels, read beside the inbox", () => {
  const table = new MemoryTable();
  const clock = stillClock();
  const over = new AbortController();
  const warnings: string[] = [];
  /** Produces the network's response. Tests replace it. */
  let answer: () => Promise<{ channels: NetworkChannel[]; unreadable: string[] }>;
  let asked = 0;
  let channels: Channels;
  let running: Promise<void>;

  const log = { info: () => {}, warn: (_fields: object, text: string) => void warnings.push(text), error: () => {} };
  const deps = { table, clock, log } as unknown as SessionDeps; // pictures have tests of their own
  const pass = (seconds: number) => clock.moveTo(new Date(clock.now().getTime() + seconds * 1000));
  const readMs = async () => (await channelLists.read(table, INSTANCE))?.read_ms;
  const role = async () => (await channelRecords.read(table, INSTANCE, NEWS))?.role;
  const listed =
    (...found: NetworkChannel[]) =>
    async () => ({ channels: found, unreadable: [] });
  const line = {
    network: () => ({
      listChannels: () => {
        asked++;
        return answer();
      },
    }),
    over: over.signal,
  };

  beforeEach(async () => {
    if (channels !== undefined) return;
    await table.write({ put: { ...keys.receiving(INSTANCE), fence: 1 } });
    channels = new Channels(deps, OWN);
    answer = listed(channel(NEWS));
    running = channels.run(line);
  });
  afterEach(() => void warnings.splice(0));

  it("is stored when the number has connected, and again a day later", async () => {
    await expect.poll(role).toBe("subscriber");
    await expect.poll(readMs).toBe(clock.now().getTime());
    answer = listed();
    pass(DAY_SEC - 1);
    expect(asked).toBe(1);
    pass(1);
    await expect.poll(role).toBeUndefined();
    await expect.poll(readMs).toBe(clock.now().getTime());
  });

  it("stays as it is stored while the network does not give it, and is asked for again in seconds", async () => {
    answer = () => Promise.reject(new AnswerUnknown("list"));
    const before = asked;
    pass(DAY_SEC);
    await expect
      .poll(() => warnings)
      .toEqual(["the list of channels could not be fetched; the stored list is unchanged"]);
    expect((await channelRecords.read(table, INSTANCE, NEWS))?.title).toBe("News");
    answer = listed(channel(NEWS, { name: "Newer" }));
    pass(5);
    await expect.poll(async () => (await channelRecords.read(table, INSTANCE, NEWS))?.title).toBe("Newer");
    expect(asked - before).toBe(2);
  });

  it("that was asked for before a request changed a channel is not stored: it is read again", async () => {
    const late = Promise.withResolvers<{ channels: NetworkChannel[]; unreadable: string[] }>();
    answer = () => late.promise;
    const before = asked;
    pass(DAY_SEC);
    await expect.poll(() => asked - before).toBe(1);
    const other = "120363000000000002@newsletter";
    await channels.change(async (store) => store(() => storeChannel(deps, OWN, channel(other))));
    answer = listed(channel(NEWS, { name: "Third" }), channel(other));
    late.resolve({ channels: [channel(NEWS, { name: "Second" })], unreadable: [] });

    await expect.poll(async () => (await channelRecords.read(table, INSTANCE, NEWS))?.title).toBe("Third");
    expect(asked - before).toBe(2);
    expect((await channelRecords.read(table, INSTANCE, other))?.role).toBe("subscriber");
  });

  it("is read soon when nobody knows what came of a request", async () => {
    answer = listed(channel(NEWS, { name: "Fourth" }));
    await expect(channels.change(() => Promise.reject(new AnswerUnknown("x")))).rejects.toThrow(AnswerUnknown);
    await expect.poll(async () => (await channelRecords.read(table, INSTANCE, NEWS))?.title).toBe("Fourth");
  });

  it("is read no more when the connection has ended", async () => {
    over.abort();
    await running;
    const before = asked;
    pass(2 * DAY_SEC);
    expect(asked).toBe(before);
  });
});
