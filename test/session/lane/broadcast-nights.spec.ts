import { describe, expect, it } from "vitest";
import { stateField, storedState } from "../../../core/domain/broadcasts/recipient-states.ts";
import { resumeBroadcast } from "../../../core/operations/broadcasts/resume-broadcast.ts";
import { cancelBroadcast, pauseByRequest } from "../../../core/operations/broadcasts/stop-broadcast.ts";
import { recordReceipt } from "../../../core/operations/receiving/record-receipt.ts";
import { packLastBroadcast } from "../../../core/records/broadcasts/last-broadcast.ts";
import { keys } from "../../../core/store/keys.ts";
import { linkedInstance } from "../../support/linked-instance.ts";
import { memoryMedia } from "../../support/memory-media.ts";
import { BRD, broadcastLane, PEOPLE, phone } from "../../support/models/broadcast-lane.ts";
import { ACCOUNT, INSTANCE } from "../../support/models/lane-stage.ts";

/** The number of seconds from the stage's start at 9:30 until 22:00, and until 8:00 the next morning. */
const NIGHT = 12.5 * 3_600;
const MORNING = 22.5 * 3_600;

/** Creates a broadcast that starts `before` seconds before the night. */
async function lateBroadcast(before: number, network: Parameters<typeof broadcastLane>[1] = {}) {
  const stage = await broadcastLane(PEOPLE, network);
  stage.begin();
  stage.makeAt(NIGHT - before);
  const change = (sec: number, work: typeof cancelBroadcast | typeof pauseByRequest) =>
    stage.at(sec, "api", async (deps) => {
      const found = stage.broadcast();
      if (found) await work(deps, found);
    });
  return { ...stage, change, given: () => stage.messages().filter(({ row }) => row?.startsWith(`B#${BRD}#`)) };
}

describe("a broadcast's message for which the night came first", () => {
  it("goes in the morning, before the next one, and nobody gets two", async () => {
    const stage = await lateBroadcast(3);
    await stage.runTo(NIGHT + 600);
    const [given] = stage.given();
    const [row] = stage.rows().filter(({ message_id }) => message_id === given?.id);
    await stage.runTo(MORNING + 3_600);

    expect(given?.network_id).toBeNull();
    expect(row).toMatchObject({ sk: `B#${BRD}#${given?.id}`, broadcast: BRD });
    expect(row?.text_hash).toBeUndefined();
    expect(stage.sending()?.texts ?? {}).toEqual({});
    for (const one of PEOPLE) expect(stage.table.peek(keys.person(INSTANCE, one))?.waiting ?? 0).toBe(0);
    expect(stage.relayed[0]?.chat).toBe(`${given?.person}@s.whatsapp.net`);
    expect(stage.relayed.every(({ at }) => at >= MORNING * 1_000)).toBe(true);
    expect(stage.relayed.map(({ chat }) => chat).sort()).toEqual(PEOPLE.map((one) => `${one}@s.whatsapp.net`));
    expect(stage.broadcast()?.status).toBe("completed");
  });

  it("does not go while its broadcast is paused, and goes first when that is resumed", async () => {
    const stage = await lateBroadcast(3);
    stage.change(NIGHT + 600, pauseByRequest);
    stage.change(MORNING + 3_600, (deps, found) => resumeBroadcast(deps, linkedInstance(INSTANCE, ACCOUNT), found));
    await stage.runTo(MORNING + 7_200);

    expect(stage.relayed).toHaveLength(3);
    expect(stage.relayed.every(({ at }) => at >= (MORNING + 3_600) * 1_000)).toBe(true);
    expect(stage.broadcast()?.status).toBe("completed");
    expect(stage.rows()).toEqual([]);
  });

  it("ends as cancelled with its broadcast, at once, when it has not left", async () => {
    const stage = await lateBroadcast(3);
    stage.change(NIGHT + 600, cancelBroadcast);
    await stage.runTo(NIGHT + 700);

    expect(stage.messages().map(({ status, error_code }) => [status, error_code])).toEqual([["failed", "cancelled"]]);
    expect(stage.rows()).toEqual([]);
    expect(await stage.progress()).toMatchObject({ total: 3, failed: 1, cancelled: 2, waiting: 0 });
  });

  it("is left to its receipt when it may have left, and ends without one in the morning", async () => {
    const unheard: Parameters<typeof broadcastLane>[1] = {
      acknowledged: (_id, signal) => new Promise((end) => signal.addEventListener("abort", () => end(null))),
    };
    const told = await lateBroadcast(20, unheard);
    const untold = await lateBroadcast(20, unheard);
    for (const stage of [told, untold]) stage.change(NIGHT + 600, cancelBroadcast);
    told.at(NIGHT + 1_200, "receipt", (deps) =>
      recordReceipt(
        { ...deps, media: memoryMedia() },
        {
          ...{ account_id: ACCOUNT, instance_id: INSTANCE, fence: 1, kind: "delivered", at: deps.clock.now() },
          network_id: told.relayed[0]?.id ?? "",
        },
      ),
    );
    for (const stage of [told, untold]) {
      await stage.runTo(NIGHT + 900);
      expect(stage.given().map(({ status }) => status)).toEqual(["queued"]);
      await stage.runTo(MORNING + 60);
      expect(stage.rows()).toEqual([]);
      expect(stage.relayed.every(({ at }) => at < NIGHT * 1_000)).toBe(true);
    }

    expect(told.messages().map(({ status }) => status)).toEqual(["delivered"]);
    expect(untold.messages().map(({ error_code }) => error_code)).toEqual(["no_receipt"]);
  });
});

describe("a broadcast that people opt out of", () => {
  it("runs on with one of fifty, and pauses with two: at once, even while nothing is sent", async () => {
    const people = Array.from({ length: 60 }, (_, n) => phone(n));
    const stage = await broadcastLane(people);
    stage.begin();
    stage.makeAt(NIGHT + 3_600);
    stage.changeAt(NIGHT + 3_700, async () => {
      const states = Object.fromEntries(people.slice(0, 50).map((_, at) => [stateField(at), storedState("delivered")]));
      await stage.table.write({ update: keys.broadcastPage(INSTANCE, BRD, 1, 0), set: states });
      for (const [at, person] of people.slice(0, 50).entries()) {
        const brd = packLastBroadcast({ id: BRD, gen: 1, page: 0, at, ms: stage.sim.now });
        await stage.table.write({ update: keys.person(INSTANCE, person), set: { brd } });
      }
    });
    stage.writesAt(NIGHT + 4_000, phone(7), "STOP");
    await stage.runTo(NIGHT + 4_500);
    expect(stage.broadcast()?.status).toBe("running");

    stage.writesAt(NIGHT + 5_000, phone(8), "STOP");
    await stage.runTo(NIGHT + 5_060);
    expect(stage.broadcast()).toMatchObject({ status: "paused", reason: "opt_outs" });
    expect(stage.events("broadcast.paused")).toHaveLength(1);
    expect(await stage.progress()).toMatchObject({ opted_out: 2, delivered: 48, waiting: 10 });
  });
});
