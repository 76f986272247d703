import { afterAll, beforeAll, expect, it } from "vitest";
import type { GroupFact, NetworkGroup } from "../../../core/domain/groups/group.ts";
import { applyGroupFact } from "../../../core/operations/groups/apply-group-fact.ts";
import { recordGroupChange } from "../../../core/operations/groups/record-group-change.ts";
import type { Owner } from "../../../core/records/owner.ts";
import { keys } from "../../../core/store/keys.ts";
import { type ApiWorld, apiWorld } from "../../functions/api-world.ts";
import { type CountedTable, countedTable } from "../../support/counted-table.ts";
import { memoryMedia } from "../../support/memory-media.ts";
import { GROUP, groupMember, networkGroup, tellGroups } from "../../support/told-groups.ts";

const FENCE = 1;
const THOUSAND = 1_000;
const LONG_TEXT = "Lorem ipsum dolor sit amet. ".repeat(74);

let counted: CountedTable;
let world: ApiWorld;
let own: Owner;
let key: string;

beforeAll(async () => {
  counted = await countedTable();
  world = apiWorld(counted.table);
  const account_id = await world.account();
  key = (await world.key(account_id)).key;
  own = { account_id, instance_id: await world.instance(account_id), fence: FENCE };
  await counted.table.write({ put: { ...keys.receiving(own.instance_id), fence: FENCE } });
  await tellGroups(world.deps, own, []);
});
afterAll(() => counted?.stop());

const big = (id: string, change: Partial<NetworkGroup> = {}): NetworkGroup =>
  networkGroup({
    id,
    members: Array.from({ length: THOUSAND }, (_, n) => scattered(n, n < 5 ? "admin" : "member")),
    ...change,
  });
/**
 * Creates a member whose IDs and phone number are as varied as real ones, so that they don't help compress the next
 * member's.
 */
function scattered(n: number, role: "admin" | "member") {
  const digits = (seed: number, count: number) =>
    String((n + 1) * seed)
      .padStart(count, "7")
      .slice(-count);
  return groupMember(n, { id: `${digits(9_871_236_547_913, 15)}@lid`, phone: `55${digits(6_180_339_887, 11)}`, role });
}
const store = (group: NetworkGroup) =>
  applyGroupFact(world.deps, own, group.id, { kind: "whole", group, my_role: "member" });
const record = (id: string, group: string, fact: GroupFact) =>
  recordGroupChange({ ...world.deps, media: memoryMedia() }, own, {
    id,
    group,
    at: world.clock.now(),
    fact,
    events: [{ change: "join", participants: [], subject: null, description: null }],
  });
const members = (deed: "join" | "leave" | "promote", n: number): GroupFact => ({
  kind: "members",
  deed,
  members: [scattered(n, deed === "promote" ? "admin" : "member")],
  of_us: false,
});

it("a group of 1,000 costs 40 write units when it is stored first, and none when it is told as it is known", async () => {
  const first = await counted.unitsOf(() => store(big(GROUP)));
  expect(first.write).toBeLessThanOrEqual(40);
  const again = await counted.unitsOf(() => store(big(GROUP)));
  expect(again.write).toBe(0);
  const one = await counted.unitsOf(() => store(big(GROUP, { subject: "Another" })));
  expect(one.write).toBeLessThanOrEqual(4);
});

it("one who joins, leaves or rises in it costs 8 write units beside the event", async () => {
  for (const [n, deed] of (["join", "promote", "leave"] as const).entries()) {
    const { write } = await counted.unitsOf(() => record(`n${n}`, GROUP, members(deed, THOUSAND + 1)));
    expect(write, deed).toBeLessThanOrEqual(8);
  }
});

it("reading it costs 15 read units, the key's check included", async () => {
  const path = `/v1/instances/${own.instance_id}/groups/${encodeURIComponent(GROUP)}`;
  await world.ask("GET", path, { key });
  const { read } = await counted.unitsOf(async () => {
    const { status, body } = await world.ask("GET", path, { key });
    expect(status).toBe(200);
    expect((body.data as { participants: unknown[] }).participants).toHaveLength(THOUSAND);
  });
  expect(read).toBeLessThanOrEqual(15);
});

it("the record that each message of a group writes stays under a kilobyte, however long its name", async () => {
  const group = big("120363020000000002@g.us", {
    subject: "👩‍👩‍👧‍👦".repeat(9) + "𝔛".repeat(1),
    description: { id: "D".repeat(32), body: LONG_TEXT },
    settings: {
      messages_admins_only: true,
      info_admins_only: true,
      add_admins_only: true,
      join_approval: true,
      disappearing_seconds: 7_776_000,
    },
    community: true,
    parent: "120363020000000003@g.us",
  });
  await store(group);
  for (let n = 0; n < 9; n++) await record(`m${n}`, group.id, members("join", THOUSAND + n));
  const { uses } = await counted.unitsOf(() =>
    record("last", group.id, { kind: "changed", picture_id: "1".repeat(20) }),
  );

  const place = keys.group(own.instance_id, group.id);
  const written = uses.filter(({ kind, pk, sk }) => kind === "write" && pk === place.pk && sk === place.sk);
  expect(written).toHaveLength(1);
  expect(written[0]?.bytes).toBeLessThan(1_024);
});

it("a page of 50 groups costs as much for large ones as for small ones", async () => {
  const read = async (groups: NetworkGroup[]) => {
    for (const group of groups) await store(group);
    return counted.unitsOf(() => world.ask("GET", `/v1/instances/${own.instance_id}/groups?limit=50`, { key }));
  };
  const ids = Array.from({ length: 50 }, (_, n) => `12036302${String(100 + n).padStart(10, "0")}@g.us`);
  const small = await read(ids.map((id) => networkGroup({ id })));
  const large = await read(ids.slice(0, 5).map((id) => big(id)));
  expect(large.read).toBe(small.read);
  expect(small.read).toBeLessThanOrEqual(75);
});
