import { beforeEach, describe, expect, it } from "vitest";
import type { NetworkChannel } from "../../../core/domain/channels/channel.ts";
import { listChannels } from "../../../core/operations/channels/read-channels.ts";
import {
  endChannel,
  leaveChannel,
  storeChannel,
  storeChannelPicture,
} from "../../../core/operations/channels/store-channel.ts";
import { storeChannelList } from "../../../core/operations/channels/store-channel-list.ts";
import { type ChannelRecord, channelLists, channelRecords } from "../../../core/records/chats/channel.ts";
import { FenceLost } from "../../../core/records/fence.ts";
import type { InstanceRecord } from "../../../core/records/instance.ts";
import { keys } from "../../../core/store/keys.ts";
import { MemoryTable } from "../../support/memory-table.ts";
import { stillClock } from "../../support/test-clock.ts";

const INSTANCE = "inst_1";
const OWN = { account_id: "acc_1", instance_id: INSTANCE, fence: 1 };
const NEWS = "120363000000000001@newsletter";
const SPORTS = "120363000000000002@newsletter";

let table: MemoryTable;
let deps: { table: MemoryTable; clock: ReturnType<typeof stillClock> };
beforeEach(async () => {
  table = new MemoryTable();
  deps = { table, clock: stillClock() };
  await table.write({ put: { ...keys.receiving(INSTANCE), fence: 1 } });
});

const channel = (id: string, change: Partial<NetworkChannel> = {}): NetworkChannel => ({
  id,
  name: "News",
  description: "What is new",
  invite: "code",
  verified: false,
  subscribers: 3,
  picture: null,
  role: "subscriber",
  ...change,
});
const read = (id: string) => channelRecords.read(table, INSTANCE, id);
const store = (channels: NetworkChannel[], unreadable: string[] = []) =>
  storeChannelList(deps, OWN, { channels, unreadable });
const names = async () => (await listChannels(table, { id: INSTANCE } as InstanceRecord)).map(({ title }) => title);
/** Records in the channel's chat that we sent a post. */
const post = (id: string) =>
  table.write({ update: keys.channel(INSTANCE, id), set: { last_id: "msg_1", last_ms: 1 } satisfies ChannelRecord });

describe("the list of channels", () => {
  it("is stored whole: what is new, what changed, and what is followed no more", async () => {
    await store([channel(NEWS), channel(SPORTS, { name: "Sports", role: "owner" })]);
    expect(await names()).toEqual(["Sports", "News"]);
    expect(await read(SPORTS)).toMatchObject({ title: "Sports", name: "Sports", role: "owner", invite: "code" });

    await store([channel(SPORTS, { name: "More sports", role: "owner", description: null })]);
    expect(await names()).toEqual(["More sports"]);
    expect(await read(SPORTS)).not.toHaveProperty("description");
    expect(await read(NEWS)).toMatchObject({ title: "News" });
    expect(await read(NEWS)).not.toHaveProperty("role");
  });

  it("that says what is stored writes only that it was read", async () => {
    await store([channel(NEWS)]);
    const before = await read(NEWS);
    const writes: string[] = [];
    const transact = table.transact.bind(table);
    table.transact = async (given, ...more) => {
      for (const write of given) if (!("check" in write)) writes.push(JSON.stringify(write));
      return transact(given, ...more);
    };
    deps.clock.moveTo(new Date(deps.clock.now().getTime() + 1_000));
    await store([channel(NEWS)]);
    expect(writes).toHaveLength(1);
    expect(await read(NEWS)).toEqual(before);
    expect((await channelLists.read(table, INSTANCE))?.read_ms).toBe(deps.clock.now().getTime());
  });

  it("leaves alone what it names and does not describe", async () => {
    await store([channel(NEWS)]);
    await store([], [NEWS]);
    expect(await read(NEWS)).toMatchObject({ title: "News", role: "subscriber" });
  });

  it("is answered with 503 before it was read for the first time; before a phone was linked there are none", async () => {
    expect(await listChannels(table, { id: INSTANCE, linked_at: null } as InstanceRecord)).toEqual([]);
    await expect(names()).rejects.toMatchObject({ code: "unavailable", retryAfterSec: 5 });
    await store([]);
    expect(await names()).toEqual([]);
  });

  it("of 60 channels is stored, and of a task that lost the number nothing is", async () => {
    const many = Array.from({ length: 60 }, (_, n) => channel(`1203630000000000${10 + n}@newsletter`));
    await expect(storeChannelList(deps, { ...OWN, fence: 0 }, { channels: many, unreadable: [] })).rejects.toThrow(
      FenceLost,
    );
    expect(table.partition(keys.channel(INSTANCE, "").pk)).toEqual([]);
    await store(many);
    expect(await names()).toHaveLength(60);
  });
});

describe("a channel", () => {
  it("keeps its chat when it changes, and its chat has the name, shortened", async () => {
    await post(NEWS);
    await storeChannel(deps, OWN, channel(NEWS, { name: "é".repeat(100) }));
    expect(await read(NEWS)).toMatchObject({ last_id: "msg_1", title: "é".repeat(100), name: "é".repeat(40) });
  });

  it("of which the role was not told keeps it", async () => {
    await storeChannel(deps, OWN, channel(NEWS, { role: "owner" }));
    const { role: _role, ...told } = channel(NEWS, { name: "Newer" });
    await storeChannel(deps, OWN, told);
    expect(await read(NEWS)).toMatchObject({ title: "Newer", role: "owner" });
  });

  it("shows the copy of its picture until it has another or none", async () => {
    const copy = { id: "p1", key: "files/1", stored_ms: 1 };
    await storeChannel(deps, OWN, channel(NEWS));
    await storeChannelPicture(deps, OWN, NEWS, copy);
    await storeChannel(deps, OWN, channel(NEWS, { picture: { id: "p1", url: null } }));
    expect((await read(NEWS))?.picture).toEqual(copy);
    await storeChannel(deps, OWN, channel(NEWS, { picture: { id: "p2", url: null } }));
    expect(await read(NEWS)).not.toHaveProperty("picture");
  });

  it("that is followed no more stays readable, and one never heard of is not made by it", async () => {
    await storeChannel(deps, OWN, channel(NEWS));
    await leaveChannel(deps, OWN, NEWS);
    await leaveChannel(deps, OWN, SPORTS);
    expect(await read(NEWS)).toMatchObject({ title: "News" });
    expect(await read(NEWS)).not.toHaveProperty("role");
    expect(await read(SPORTS)).toBeNull();
  });

  it("that is gone leaves nothing, or the chat with our posts", async () => {
    await storeChannel(deps, OWN, channel(NEWS));
    await storeChannel(deps, OWN, channel(SPORTS));
    await post(SPORTS);
    for (const id of [NEWS, SPORTS]) await endChannel(deps, OWN, id);
    expect(await read(NEWS)).toBeNull();
    expect(await read(SPORTS)).toEqual({
      ...keys.channel(INSTANCE, SPORTS),
      last_id: "msg_1",
      last_ms: 1,
      name: "News",
    });
  });
});
