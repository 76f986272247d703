import { describe, expect, it } from "vitest";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../core/contracts/durations.ts";
import { requestDeletion, undoDeletion } from "../../../core/operations/deleting/request-deletion.ts";
import { removeInstanceData } from "../../../core/operations/instances/remove-instance-data.ts";
import { retentionChore } from "../../../core/records/chore.ts";
import { keys } from "../../../core/store/keys.ts";
import { endpointLane } from "../../../core/store/lane-names.ts";
import type { Table } from "../../../core/store/table.ts";
import { workChores } from "../../../session-service/process/work-chores.ts";
import { lastBreath } from "../../support/last-breath.ts";
import { ACCOUNT, INSTANCE, type MessageWorld, messageWorld } from "../../support/message-world.ts";

const TIMES = { runMs: MINUTE_MS, turnMs: MINUTE_MS };
const OTHER = "acc_2";
const USER = "usr_1";

const depsOf = (world: MessageWorld, table: Table = world.table) => ({
  ...world.deps,
  table,
  onLasting: () => undefined,
  // Deleting a number waits for every post with older settings to finish.
  clock: { now: () => world.clock.now(), until: async (at: Date) => void world.clock.moveTo(at) },
});
const moveBy = ({ clock }: MessageWorld, ms: number) => clock.moveTo(new Date(clock.now().getTime() + ms));
const ask = (world: MessageWorld) => requestDeletion(depsOf(world), ACCOUNT, "operator");
const accountOf = ({ table }: MessageWorld) => table.peek(keys.account(ACCOUNT));
const webhookOf = ({ table }: MessageWorld) => table.peek(keys.webhook(ACCOUNT, "account"));
const instanceOf = ({ table }: MessageWorld) => table.peek(keys.instance(INSTANCE));

/** Creates an account with everything it can have except what belongs to an instance. */
async function filled(): Promise<MessageWorld> {
  const world = await messageWorld();
  const put = (item: { pk: string; sk: string } & Record<string, unknown>) => world.table.write({ put: item });
  for (const id of [ACCOUNT, OTHER]) {
    await put({ ...keys.account(id), id, status: "active" });
    await put({ ...keys.accountPointer(id), id });
    await put({ ...keys.accountKey(id, "key_1"), hmac: `hmac of ${id}` });
    await put({ ...keys.apiKey(`hmac of ${id}`), account_id: id });
    await put({ ...keys.accountUser(id, USER), role: "admin" });
    await put({ ...keys.userAccount(USER, id) });
    await put({ ...keys.session(`session of ${id}`) });
    await put({ ...keys.userSession(USER, `ses_${id}`), id: `ses_${id}`, hmac: `session of ${id}`, account_id: id });
    await put({ ...keys.activity(id, "act_1") });
    await world.media.put(`ACC/${id}/UPL/upl_1`, Buffer.from("x"), { mimetype: "a/b", filename: null, maxBytes: 9 });
    await world.media.put(`BRD/${id}/i/b/f`, Buffer.from("x"), { mimetype: "a/b", filename: null, maxBytes: 9 });
  }
  await put({ ...keys.user(USER), id: USER, email: "ana@example.com" });
  await put({ ...keys.accountInstance(ACCOUNT, INSTANCE) });
  await put({ ...keys.shardInstance(1, INSTANCE) });
  await put({ ...keys.webhook(ACCOUNT, INSTANCE), account_id: ACCOUNT, owner: INSTANCE, url: null, version: 1 });
  await put({ ...keys.deliveryTry(ACCOUNT, INSTANCE, "evt_1", "2026") });
  await put({ ...keys.keyRate(ACCOUNT, "key_1") });
  await put({ ...keys.accountRate(ACCOUNT) });
  await put({ ...keys.accountAdmins(ACCOUNT), admins: 1 });
  await put({ ...keys.otp(ACCOUNT, "otp_1") });
  await put({ ...keys.otpPhone(ACCOUNT, "5511") });
  await put({ ...keys.broadcast(ACCOUNT, "brd_1") });
  await put({ ...keys.draft(ACCOUNT, "drf_1") });
  await put({ ...keys.shortcuts(ACCOUNT) });
  await put({ ...keys.busNotice(ACCOUNT, "ntc_1") });
  await put({ ...keys.quarantine(ACCOUNT, "lane_1"), input: new Uint8Array(3) });
  await put({ ...keys.endpointUrlUsers(ACCOUNT, "unknown"), users: 0, ttl: 1 });
  await world.table.write({ delete: keys.endpointUrlUsers(ACCOUNT, "unknown") }); // it ends by itself
  const invite = { id: "inv_1", token_hash: "token", email: "bea@example.com" };
  await put({ ...keys.invite(ACCOUNT, "inv_1"), ...invite });
  await put({ ...keys.inviteToken("token"), account_id: ACCOUNT });
  await put({ ...keys.inviteAddress(ACCOUNT, invite.email) });
  await world.table.write(retentionChore(ACCOUNT, { retention_days: 30 }, world.clock.now()) as { delete: never });
  for (let n = 0; n < 12; n++) {
    await put({ ...keys.accountKey(ACCOUNT, `key_more_${n}`), hmac: `more ${n}` });
    await put({ ...keys.apiKey(`more ${n}`), account_id: ACCOUNT });
  }
  await world.write("A message");
  return world;
}

/**
 * Works until the deletion is complete, with tasks that the table may kill. The instance's session does its own part.
 */
async function workOn(world: MessageWorld, first: (table: Table) => Promise<unknown> = async () => undefined) {
  for (let minutes = 0; minutes < 60 && world.table.partition(keys.chore("", "").pk).length > 0; minutes++) {
    await (minutes === 0 ? first(world.table) : workChores(depsOf(world), TIMES));
    if (instanceOf(world)?.removed_at) await removeInstanceData(world.deps, world.own, 1);
    moveBy(world, 3 * MINUTE_MS);
  }
}

const left = (world: MessageWorld) => [
  ...world.table
    .all()
    .filter((item) => JSON.stringify(item).match(/acc_1|inst_1|hmac of acc_1|more \d|inv_1|token/))
    .map(({ pk, sk }) => `${pk} / ${sk}`),
  ...[...world.media.files.keys()].filter((key) => key.includes(ACCOUNT)),
];

describe("an account that is deleted", () => {
  it("stops at once, and is kept for seven days", async () => {
    const world = await filled();
    const before = left(world).length;

    expect(await ask(world)).toEqual({ delete_at: new Date(world.clock.now().getTime() + 7 * DAY_MS).toISOString() });
    expect(accountOf(world)?.status).toBe("suspended");
    expect(instanceOf(world)?.wanted).toBe("off");
    expect(webhookOf(world)?.stopped_at).toBeDefined();
    moveBy(world, 7 * DAY_MS - MINUTE_MS);
    await workChores(depsOf(world), TIMES);

    expect(left(world).length).toBeGreaterThan(before);
    expect(world.messages()).toHaveLength(1);
  });

  it("is stopped by its chore if the command died before it did that, and keeps its first time", async () => {
    const world = await filled();
    const asked = await ask(world);
    await world.table.write({ update: keys.webhook(ACCOUNT, "account"), remove: ["stopped_at"] });
    moveBy(world, HOUR_MS);

    await workChores(depsOf(world), TIMES);

    expect(webhookOf(world)?.stopped_at).toBeDefined();
    expect(await ask(world)).toEqual(asked);
  });

  it("works as before when that is undone in time", async () => {
    const world = await filled();
    const wanted = instanceOf(world)?.wanted;
    await ask(world);
    moveBy(world, 6 * DAY_MS);

    expect(await undoDeletion(depsOf(world), ACCOUNT, "operator")).toEqual({ status: "active" });
    moveBy(world, 2 * DAY_MS);
    await workChores(depsOf(world), TIMES);

    expect(accountOf(world)).toMatchObject({ status: "active" });
    expect(accountOf(world)?.delete_at).toBeUndefined();
    expect(instanceOf(world)?.wanted).toBe(wanted);
    expect(webhookOf(world)?.stopped_at).toBeUndefined();
    expect(world.wakes).toContain(endpointLane(ACCOUNT, "account"));
    expect(world.messages()).toHaveLength(1);
    expect(await undoDeletion(depsOf(world), ACCOUNT, "operator")).toBe("not_asked");
  });

  it("that was suspended before stays so when it is undone", async () => {
    const world = await filled();
    await world.table.write({ update: keys.account(ACCOUNT), set: { status: "suspended" } });
    await ask(world);

    expect(await undoDeletion(depsOf(world), ACCOUNT, "operator")).toEqual({ status: "suspended" });
    expect(accountOf(world)?.status).toBe("suspended");
  });

  it("leaves nothing, and takes nothing of another account or of the people themselves", async () => {
    const world = await filled();
    const others = world.table.all().filter((item) => JSON.stringify(item).includes(OTHER));
    await ask(world);
    moveBy(world, 7 * DAY_MS);

    await workOn(world);

    expect(left(world)).toEqual([]);
    expect(world.table.partition(keys.chore("", "").pk)).toEqual([]);
    expect(world.table.all().filter((item) => JSON.stringify(item).includes(OTHER))).toEqual(others);
    expect(world.table.peek(keys.user(USER))).not.toBeNull();
    expect([...world.media.files.keys()]).toEqual([`ACC/${OTHER}/UPL/upl_1`, `BRD/${OTHER}/i/b/f`]);
  });

  it("can't be undone once it has begun", async () => {
    const world = await filled();
    await ask(world);
    moveBy(world, 7 * DAY_MS);
    await workChores(depsOf(world), TIMES);

    expect(await undoDeletion(depsOf(world), ACCOUNT, "operator")).toBe("begun");
  });

  it("is not held up by a number that the network restricts", async () => {
    const world = await filled();
    const restricted = { status_reason: "restricted", restricted_until: "9999-12-31T00:00:00.000Z" };
    await world.table.write({ update: keys.instance(INSTANCE), set: restricted });
    await ask(world);
    moveBy(world, 7 * DAY_MS);

    await workOn(world);

    expect(left(world)).toEqual([]);
  });

  it("is not asked for one that moves to another gateway, or that there is not", async () => {
    const world = await filled();
    await world.table.write({ update: keys.account(ACCOUNT), set: { moving: "active" } });

    expect(await ask(world)).toBe("moving");
    expect(await requestDeletion(depsOf(world), "acc_none", "operator")).toBe("unknown");
  });

  it("leaves nothing wherever a process that deletes it dies", async () => {
    for (let round = 1, moment = 0, isOver = false; !isOver; moment++) {
      const world = await filled();
      await ask(world);
      moveBy(world, 7 * DAY_MS);
      // The first round covers the deletion up to the session's part; the second covers the rest.
      if (round === 2) {
        await workChores(depsOf(world), TIMES);
        await removeInstanceData(world.deps, world.own, 1);
        moveBy(world, 3 * MINUTE_MS);
      }
      let hasEnded = false;
      await workOn(world, async () => {
        hasEnded = await lastBreath(world.table, moment, (table) => workChores(depsOf(world, table), TIMES));
      });

      expect(left(world)).toEqual([]);
      if (hasEnded && round === 2) isOver = true;
      if (hasEnded && round === 1) [round, moment] = [2, -1];
    }
  });
});
