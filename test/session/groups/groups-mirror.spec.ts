import { setImmediate as nextTurn } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../core/contracts/durations.ts";
import type { NetworkGroup } from "../../../core/domain/groups/group.ts";
import type { GroupRecord } from "../../../core/records/chats/group.ts";
import { groupLists } from "../../../core/records/chats/group-list.ts";
import { keys } from "../../../core/store/keys.ts";
import { MovableClock } from "../../../local/machine/clock.ts";
import { AnswerUnknown } from "../../../session-service/baileys/shared/known-answer.ts";
import { NetworkRefusal } from "../../../session-service/baileys/shared/network-refusals.ts";
import type { LIDMapping } from "../../../session-service/baileys/shared/raw.ts";
import type { Connection } from "../../../session-service/baileys/socket/connection.ts";
import { Inbox } from "../../../session-service/inbox/inbox.ts";
import { GroupsMirror } from "../../../session-service/session/groups-mirror.ts";
import type { SessionDeps } from "../../../session-service/session-deps.ts";
import { eventually } from "../../support/eventually.ts";
import { MemoryTable } from "../../support/memory-table.ts";
import { NO_OPT_OUTS } from "../../support/test-opt-outs.ts";
import { groupMember, LINKED_AT, networkGroup, tellGroups } from "../../support/told-groups.ts";

const OWNER = { account_id: "acc_1", instance_id: "inst_1", fence: 1 };
const ids = [1, 2, 3].map((n) => `12036302000000000${n}@g.us`);
const [TEA, COFFEE, MILK] = ids as [string, string, string];
const group = (id: string, change: Partial<NetworkGroup> = {}) => networkGroup({ ...change, id });

describe("the list of a number's groups", () => {
  let table: MemoryTable;
  let clock: MovableClock;
  let inbox: Inbox;
  let mirror: GroupsMirror;
  let over: AbortController;
  let asked: number;
  let cleaned: number;
  let contentAgeMs: number;
  let count: number;
  /** Returns the network's response to a request for the list. */
  let list: () => AsyncIterable<NetworkGroup>;
  let one: (id: string) => Promise<NetworkGroup>;
  const changes = new Map<string, number>();
  const pairs: LIDMapping[] = [];
  const warnings: string[] = [];

  beforeEach(async () => {
    table = new MemoryTable();
    clock = new MovableClock({ standsAt: new Date("2026-11-20T09:30:00Z") });
    over = new AbortController();
    [asked, cleaned, contentAgeMs, count] = [0, 0, HOUR_MS, 0];
    for (const kept of [pairs, warnings]) kept.length = 0;
    changes.clear();
    list = () => told([]);
    one = async (id) => group(id);
    await table.write({ put: { ...keys.receiving("inst_1"), fence: 1 } });
    await table.write({ put: { ...keys.instance("inst_1"), id: "inst_1", linked_at: LINKED_AT } });
    const log = { info: () => {}, warn: (_: object, text: string) => warnings.push(text), error: () => {} };
    inbox = new Inbox(log, "inst_1", () => {});
    const deps = { table, clock, log, optOuts: NO_OPT_OUTS } as unknown as SessionDeps; // it needs no more
    mirror = new GroupsMirror(deps, OWNER, inbox);
  });
  afterEach(() => {
    over.abort();
    inbox.stop();
  });

  async function* told(groups: NetworkGroup[]): AsyncGenerator<NetworkGroup> {
    yield* groups;
  }
  const network = {
    listGroups: () => {
      asked++;
      return list();
    },
    readGroup: (id: string) => one(id),
    ownRole: () => "admin" as const,
    groupMoment: () => count,
    groupChangedSince: (id: string, moment: number) => (changes.get(id) ?? 0) > moment,
    keepGroupPairs: async (more: LIDMapping[]) => void pairs.push(...more),
    groupsAreRead: async () => void cleaned++,
  } as Partial<Connection> as Connection;
  const begin = () => void mirror.run({ network: () => network, contentAgeMs: () => contentAgeMs, over: over.signal });
  const stored = (id: string) => table.peek(keys.group("inst_1", id)) as GroupRecord | null;
  const readMs = async () => (await groupLists.read(table, "inst_1"))?.read_ms;
  const isRead = () => eventually("the list", async () => (await readMs()) === clock.now().getTime());
  const pass = (ms: number) => clock.moveTo(new Date(clock.now().getTime() + ms));
  const askedTimes = (times: number) => eventually(`question ${times}`, () => asked === times);
  /** Records that a notification for this group has arrived. */
  const noteChange = (id: string) => changes.set(id, ++count);
  /** Waits until everything that can happen right now has happened. */
  const settled = async () => {
    for (let turn = 0; turn < 50; turn++) await nextTurn();
  };

  it("is read once a link; who is not in it any more has left, and who came meanwhile has not", async () => {
    await tellGroups({ table, clock }, OWNER, [group(TEA, { subject: "Old" }), group(COFFEE), group(MILK)]);
    await table.write({ update: keys.instance("inst_1"), set: { linked_at: "2026-11-20T09:29:00+00:00" } });
    list = async function* () {
      yield group(TEA, { subject: "New" });
      noteChange(MILK);
    };
    pass(MINUTE_MS);
    begin();
    await isRead();

    expect(stored(TEA)).toMatchObject({ subject: "New", my_role: "admin" });
    expect(stored(COFFEE)).toMatchObject({ left_ms: expect.any(Number) });
    expect(stored(MILK)).toMatchObject({ my_role: "admin" });
    expect([asked, cleaned]).toEqual([1, 0]);
  });

  it("that nobody answers, or that breaks off, changes nothing: nobody left, and it is asked for again, less and less often", async () => {
    await tellGroups({ table, clock }, OWNER, [group(TEA), group(COFFEE)]);
    await table.write({ update: keys.instance("inst_1"), set: { linked_at: "2026-11-20T09:29:00+00:00" } });
    list = async function* () {
      yield group(TEA, { subject: `Try ${asked}` });
      throw new AnswerUnknown("the list of groups");
    };
    begin();
    for (const [at, pauseMs] of [MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, 15 * MINUTE_MS].entries()) {
      await askedTimes(at + 1);
      await eventually("the failure", () => warnings.length === at + 1);
      pass(pauseMs - 1);
      await settled();
      expect(asked).toBe(at + 1);
      pass(1);
    }
    await askedTimes(5);
    expect(stored(TEA)).toMatchObject({ subject: expect.stringContaining("Try"), my_role: "admin" });
    expect(stored(COFFEE)).not.toHaveProperty("left_ms");
    expect((await groupLists.read(table, "inst_1"))?.linked_at).toBe(LINKED_AT);
  });

  it("waits a quarter of an hour when the network is asked too often, whatever else it says meanwhile", async () => {
    list = () => {
      throw new NetworkRefusal(429, "the list of groups");
    };
    begin();
    await eventually("the refusal", () => warnings.length === 1);
    list = () => told([group(TEA)]);
    mirror.noteDirty();
    mirror.readSoon(TEA);
    pass(15 * MINUTE_MS - 1);
    await settled();
    expect(asked).toBe(1);
    pass(1);
    await isRead();
    expect([asked, cleaned]).toEqual([2, 1]);
  });

  it("is read again after a day, in a quiet minute, or an hour later at the latest; at once when the network wants it", async () => {
    list = () => told([group(TEA)]);
    begin();
    await isRead();
    contentAgeMs = 0;
    pass(DAY_MS);
    await settled();
    expect(asked).toBe(1);
    contentAgeMs = MINUTE_MS;
    pass(MINUTE_MS);
    await askedTimes(2);
    await isRead();

    contentAgeMs = 0;
    for (let minute = 0; minute <= 24 * 60 + 60 && asked < 3; minute += 30) {
      pass(30 * MINUTE_MS);
      await settled();
    }
    const dueMs = Date.parse("2026-11-20T09:31:00Z") + 2 * DAY_MS;
    expect(clock.now().getTime() - dueMs).toBeGreaterThanOrEqual(HOUR_MS);
    await isRead();

    mirror.noteDirty();
    await eventually("the word that it was read", () => cleaned === 1);
    expect(asked).toBe(4);
  });
  it("gives way to a notification that came while it was read: that group is read once more by itself", async () => {
    list = async function* () {
      noteChange(TEA);
      yield group(TEA, { subject: "Old name" });
      yield group(COFFEE);
    };
    one = async (id) => group(id, { subject: "New name" });
    begin();
    await isRead();
    expect([stored(TEA)?.subject, stored(COFFEE)?.subject]).toEqual(["New name", "Team"]);
  });

  it("goes on behind the groups that one which broke off has read", async () => {
    const left: boolean[] = [];
    const inner = network.listGroups;
    network.listGroups = (hasRead) => {
      left.push(hasRead(TEA));
      return inner(hasRead);
    };
    list = async function* () {
      yield group(TEA);
      throw new AnswerUnknown("a group");
    };
    begin();
    await eventually("the failure", () => warnings.length === 1);
    list = () => told([group(COFFEE)]);
    pass(MINUTE_MS);
    await isRead();
    network.listGroups = inner;
    expect(left).toEqual([false, true]);
    expect(stored(TEA)).toMatchObject({ my_role: "admin" });
  });

  it("names the phones of people who are known by their private id alone", async () => {
    const [known, other] = [groupMember(1), groupMember(2)];
    await table.write({ put: { ...keys.person("inst_1", known.id), last_in_at: "2026-11-20T09:00:00+00:00" } });
    list = () => told([group(TEA, { members: [known, other] })]);
    begin();
    await isRead();
    expect(pairs).toEqual([{ lid: known.id, pn: `${known.phone}@s.whatsapp.net` }]);
    expect(table.peek(keys.person("inst_1", known.id))).toMatchObject({ merged_into: known.phone });
  });

  it("reads a group by itself that the number came into, and leaves one alone that it is not in any more", async () => {
    begin();
    await isRead();
    mirror.readSoon(TEA);
    await eventually("the group", () => stored(TEA)?.my_role === "admin");
    one = () => Promise.reject(new NetworkRefusal(403, "a group"));
    mirror.readSoon(COFFEE);
    await settled();
    expect([stored(COFFEE), warnings]).toEqual([null, []]);
  });
});
