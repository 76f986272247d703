import { describe, expect, it } from "vitest";
import type { ProtectionSettings } from "../../../core/contracts/protection.ts";
import { changeSending } from "../../../core/records/sending.ts";
import { broadcastLane } from "../../support/models/broadcast-lane.ts";
import { INSTANCE, type LaneStage, laneStage } from "../../support/models/lane-stage.ts";

/** Seconds from the stage's start at 9:30. */
const at = (hours: number) => (hours - 9.5) * 3_600;
const ANA = "5511977770001";
/** In Japan, it is nine hours later than where the number is. */
const AKI = "819012345678";

/** Changes the quiet hours at this second, as a request does. */
const change = (stage: Pick<LaneStage, "at">, sec: number, hours: Partial<ProtectionSettings>) =>
  stage.at(sec, "api", (deps) => changeSending(deps, INSTANCE, (state) => ({ ...state, settings: hours })));

describe("what waits for the morning when the quiet hours are changed", () => {
  it("goes at once if it is day by the new ones, though the night had begun before its relay", async () => {
    const stage = await laneStage();
    change(stage, 1, { quiet_hours_start: "18:00", quiet_hours_end: "12:00" });
    stage.begin();
    stage.sendAt(at(18) - 4, ANA, { text: "Good evening, here is what you wanted to know. ".repeat(5) });
    await stage.runTo(at(20) - 1);
    const [waiting, before] = [stage.message(0), stage.relayed.length];
    change(stage, at(20), { quiet_hours_start: "22:00", quiet_hours_end: "08:00" });
    await stage.runTo(at(20) + 300);

    expect(waiting).toMatchObject({ step: "waiting", started_ms: expect.any(Number) });
    expect(before).toBe(0);
    expect(stage.message(0)).toMatchObject({ status: "sent" });
  });

  it("stays for the later morning if they have become longer", async () => {
    const stage = await laneStage();
    stage.begin();
    stage.sendAt(at(22) - 4, ANA, { text: "Good evening, here is what you wanted to know. ".repeat(5) });
    change(stage, at(23), { quiet_hours_end: "11:00" });
    await stage.runTo(at(24 + 11) - 10);
    const before = stage.relayed.length;
    await stage.runTo(at(24 + 11) + 300);

    expect(before).toBe(0);
    expect(stage.message(0)).toMatchObject({ status: "sent" });
  });

  it("is sent to a broadcast's people far away, for whom it is no longer night", async () => {
    const stage = await broadcastLane([AKI]);
    change(stage, 1, { quiet_hours_start: "18:00" });
    stage.begin();
    stage.makeAt(2);
    await stage.runTo(at(10) - 1);
    const [resting, before] = [stage.broadcast()?.rest, stage.relayed.length];
    change(stage, at(10), { quiet_hours_start: "22:00" });
    await stage.runTo(at(10) + 300);

    expect(resting).toMatchObject({ their_night: 1 });
    expect(before).toBe(0);
    expect(stage.relayed).toHaveLength(1);
    expect(stage.broadcast()?.rest).toBeUndefined();
  });
});
