import { describe, expect, it } from "vitest";
import { recordView } from "../../../core/operations/statuses/record-view.ts";
import { storeRecipients } from "../../../core/operations/statuses/store-recipients.ts";
import { FenceLost } from "../../../core/records/fence.ts";
import { keys } from "../../../core/store/keys.ts";
import { ACCOUNT, FENCE, INSTANCE, messageWorld } from "../../support/message-world.ts";

const STATUS = "sts_1";
const OWN = "7000@lid";
const ANA = { id: "9001@lid", phone: "15550001002@s.whatsapp.net" };
const BEN = "9002@lid";
const own = (fence = FENCE) => ({ account_id: ACCOUNT, instance_id: INSTANCE, fence });

/** Stores a status that was sent to Ana and Ben and has this network id. */
async function postedStatus(listed: string[] = [OWN, ANA.id, BEN]) {
  const { table } = await messageWorld();
  const ttl = 1_800_000_000;
  await table.write({ put: { ...keys.status(INSTANCE, STATUS), id: STATUS, recipients_count: 2, ttl } });
  await table.write({ put: { ...keys.statusList(INSTANCE, STATUS), recipients: ["15550001002"], ttl } });
  await table.write({ put: { ...keys.networkId(INSTANCE, "out", "3EB0STATUS"), message_id: STATUS } });
  await table.write({ put: { ...keys.networkId(INSTANCE, "out", "3EB0TEXT"), message_id: "msg_1" } });
  await storeRecipients({ table }, own(), STATUS, { listed, reached: listed.length - 1 });
  const record = () => table.peek(keys.status(INSTANCE, STATUS));
  return {
    table,
    views: () => record()?.views ?? 0,
    seenBy: (viewer: string[], network_id = "3EB0STATUS", fence = FENCE) =>
      recordView({ table }, own(fence), { network_id, viewer }),
  };
}

describe("somebody who looks at a status", () => {
  it("is counted once, however often they look, by whichever of their ids", async () => {
    const status = await postedStatus();
    for (const viewer of [[ANA.id], [ANA.id, ANA.phone], [ANA.phone, ANA.id], [BEN], [ANA.id]]) {
      await status.seenBy(viewer);
    }
    expect(status.views()).toBe(2);
  });

  it("is counted once when all look at the same moment", async () => {
    const status = await postedStatus();
    await Promise.all([[ANA.id], [ANA.id], [BEN], [ANA.id], [BEN]].map((viewer) => status.seenBy(viewer)));
    expect(status.views()).toBe(2);
  });

  it("is not counted when it did not go to them, when it is no status, and when it is gone", async () => {
    const status = await postedStatus();
    await status.seenBy(["9999@lid"]);
    await status.seenBy([ANA.id], "3EB0TEXT");
    await status.seenBy([ANA.id], "3EB0UNKNOWN");
    expect(status.views()).toBe(0);

    await status.table.write({ delete: keys.status(INSTANCE, STATUS) });
    await status.seenBy([ANA.id]);
    expect(status.table.peek(keys.status(INSTANCE, STATUS))).toBeNull();
    expect(status.table.peek(keys.statusView(INSTANCE, STATUS, ANA.id))).toBeNull();
  });

  it("is not counted by a task that lost the instance to one that has counted since", async () => {
    const status = await postedStatus();
    await status.seenBy([ANA.id], "3EB0STATUS", FENCE + 1);
    await expect(status.seenBy([BEN])).rejects.toBeInstanceOf(FenceLost);
    expect(status.views()).toBe(1);
  });
});

describe("the people of a status", () => {
  it("are fixed once", async () => {
    const { table } = await postedStatus();
    expect(await storeRecipients({ table }, own(), STATUS, { listed: [OWN], reached: 0 })).toBe(false);
    expect(table.peek(keys.statusList(INSTANCE, STATUS))?.listed).toEqual([OWN, ANA.id, BEN]);
    expect(table.peek(keys.status(INSTANCE, STATUS))?.reached).toBe(2);
  });

  it("are not fixed by a task that lost the instance, nor when the status is gone", async () => {
    const { table } = await postedStatus();
    await expect(
      storeRecipients({ table }, own(FENCE + 1), STATUS, { listed: [OWN], reached: 0 }),
    ).rejects.toBeInstanceOf(FenceLost);
    expect(await storeRecipients({ table }, own(), "sts_gone", { listed: [OWN], reached: 0 })).toBe(false);
  });
});
