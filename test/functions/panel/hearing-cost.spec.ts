import { expect, it } from "vitest";
import { PANEL_LIMITS } from "../../../core/contracts/panel/panel-limits.ts";
import { checkHearer } from "../../../core/operations/users/check-hearer.ts";
import { readSession } from "../../../core/operations/users/read-session.ts";
import { noteTeamwork } from "../../../core/records/chats/team-sign.ts";
import { instanceRecords } from "../../../core/records/instance.ts";
import { keys } from "../../../core/store/keys.ts";
import type { MemoryTable } from "../../support/memory-table.ts";
import { countingUnits } from "../../support/written-units.ts";
import { panelWorld } from "./panel-world.ts";

const PHONE = "5511999990001";
const MINUTE_SEC = 60;

/**
 * Simulates a minute in which a team member has a chat open and nothing happens. @returns the cost of the page's
 * requests, in units.
 */
async function costOfMinute(lives: number, quiets: number, checks: number) {
  const world = panelWorld();
  const account = await world.account();
  const instance = await world.instance(account, "Shop");
  await world.table.write({ update: keys.instance(instance), set: { status: "working", phone: "5511988887777" } });
  const mel = await world.signedIn(account, "member");
  await world.panel("POST", "/v1/messages", { ...mel, body: { instance_id: instance, to: PHONE, text: "Hello" } });
  const record = await instanceRecords.read(world.table, instance);
  if (record) await noteTeamwork(world.table, record);
  world.clock.moveTo(new Date(world.clock.now().getTime() + 3_600_000));
  const signedIn = await readSession(world.deps, mel.cookie, world.clock.now());

  const since = `since=${encodeURIComponent(world.clock.now().toISOString())}`;
  await world.panel("GET", `/quiet?${since}`, mel);
  const count = { written: 0, read: 0 };
  world.deps.table = countingUnits(world.table, world.table as MemoryTable, count);
  for (let n = 0; n < lives; n++)
    await world.panel("GET", `/live?instance_id=${instance}&chat_id=${PHONE}&${since}`, mel);
  for (let n = 0; n < quiets; n++) await world.panel("GET", `/quiet?${since}`, mel);
  const hearer = { hmac: signedIn?.hmac ?? "", user_id: mel.user, account_id: account };
  for (let n = 0; n < checks; n++) expect(await checkHearer(world.deps, hearer, world.clock.now())).toBe(true);
  return count;
}

it("costs a page that hears of changes a quarter of the reads of one that asks, while nothing happens", async () => {
  const asking = await costOfMinute(MINUTE_SEC / PANEL_LIMITS.liveEverySec, MINUTE_SEC / PANEL_LIMITS.newsEverySec, 0);
  const often = MINUTE_SEC / PANEL_LIMITS.liveHeardEverySec;
  const hearing = await costOfMinute(often, often, MINUTE_SEC / PANEL_LIMITS.hintCheckSec);
  expect(hearing.read).toBeLessThan(asking.read / 4);
});
