import { describe, expect, it } from "vitest";
import { keys } from "../../../core/store/keys.ts";
import { NoDevice } from "../../../session-service/baileys/outbound/recipients.ts";
import { AnswerUnknown } from "../../../session-service/baileys/shared/known-answer.ts";
import { NothingLeft } from "../../../session-service/baileys/shared/nothing-left.ts";
import { INSTANCE, type LaneStage, laneStage } from "../../support/models/lane-stage.ts";

const ANA = "5511977770001";
const waits = (stage: LaneStage) => stage.logged.filter(({ what }) => what === "a reply is waiting");

describe("a reply", () => {
  it("is tried again at once as long as what it is decided by moves", async () => {
    let moves = 0;
    const stage = await laneStage({
      // A restriction, a quota and settings change one after another, each between a check and its write.
      encode: async (_chat, message) => {
        if (++moves <= 15) await stage.table.write({ update: keys.sending(INSTANCE), add: { rev: 1 } });
        return Buffer.from(message.body ?? "");
      },
    });
    stage.writesAt(0, ANA);
    stage.begin();
    stage.sendAt(5, ANA, { text: "reply" });
    await stage.runTo(120);

    expect(stage.sim.violations).toEqual([]);
    expect(moves).toBe(16);
    expect(stage.wentAt("reply")).toBeLessThan(5 + 5);
    expect(waits(stage)).toEqual([]);
  });

  it("that waits for long behind its own chat is told to the log, once", async () => {
    const stage = await laneStage({
      acknowledged: (_id, signal) =>
        new Promise((resolve) => signal.addEventListener("abort", () => resolve(null), { once: true })),
    });
    stage.writesAt(0, ANA);
    stage.begin();
    stage.sendAt(1, ANA, { text: "secret one" });
    stage.sendAt(2, ANA, { text: "secret two" });
    await stage.runTo(100);

    expect(waits(stage)).toEqual([
      {
        level: "info",
        fields: { instance_id: INSTANCE, reason: "acknowledgement_of_its_chat", until: expect.any(String) },
        what: "a reply is waiting",
      },
    ]);
    expect(JSON.stringify(stage.logged)).not.toMatch(/secret|5511977770001/);
  });

  it("that waits for the connection, then behind its own chat, is told each time the reason changes", async () => {
    let isOpen = false;
    const stage = await laneStage({
      isOpen: () => isOpen,
      acknowledged: (_id, signal) =>
        new Promise((resolve) => signal.addEventListener("abort", () => resolve(null), { once: true })),
    });
    stage.writesAt(0, ANA);
    stage.begin();
    stage.sendAt(1, ANA, { text: "one" });
    stage.sendAt(2, ANA, { text: "two" });
    stage.at(10, "opening", async (deps) => {
      isOpen = true;
      await deps.wakeups.wake(stage.rows()[0]?.pk ?? "", deps.clock.now());
    });
    await stage.runTo(60);

    expect(waits(stage).map(({ fields }) => fields.reason)).toEqual(["offline", "acknowledgement_of_its_chat"]);
  });
});

describe("a message that may have been relayed before the network stopped answering", () => {
  /** Creates a lane with this one message. The network says nothing from its second relay until second 100. */
  async function silenced() {
    let relays = 0;
    const isSilent = () => relays > 1 && stage.sim.now < stage.sim.start + 100_000;
    const stage = await laneStage({
      async askAbout() {
        if (isSilent()) throw new AnswerUnknown("the devices of a person");
      },
      async relay() {
        if (++relays > 1 && isSilent()) throw new NothingLeft(null, "the devices of a person: no answer", true);
      },
      acknowledged: async (_id, signal) => {
        if (relays > 2) return { error: null };
        return new Promise((resolve) => signal.addEventListener("abort", () => resolve(null), { once: true }));
      },
    });
    stage.writesAt(0, ANA);
    stage.begin();
    stage.sendAt(1, ANA, { text: "perhaps" });
    await stage.runTo(90);
    expect(stage.message(0)).toMatchObject({ status: "queued", step: "waiting", network_id: expect.any(String) });
    return stage;
  }

  it("is looked at again though it is the only one in its lane, and goes when the network answers", async () => {
    const stage = await silenced();
    await stage.runTo(200);
    expect(stage.message(0)).toMatchObject({ status: "sent" });
  });

  it("ends as never confirmed rather than as too late, because it may have arrived", async () => {
    const stage = await silenced();
    const [row] = stage.rows();
    const expires_at = new Date(stage.sim.now).toISOString();
    await stage.table.write({ update: { pk: row?.pk ?? "", sk: row?.sk ?? "" }, set: { expires_at } });
    await stage.runTo(200);
    expect(stage.message(0)).toMatchObject({ status: "failed", error_code: "no_receipt" });
  });
});

describe("a message to a person of whom the network knows no device", () => {
  const BEA = "5511977770002";

  it("ends as not on the messenger when the network says so for the third time; others go meanwhile", async () => {
    let asked = 0;
    const stage = await laneStage({
      async askAbout(chat) {
        if (!chat.startsWith(ANA)) return;
        asked++;
        throw new NoDevice();
      },
    });
    stage.writesAt(0, ANA);
    stage.writesAt(0, BEA);
    stage.begin();
    stage.sendAt(1, ANA, { text: "to nobody" });
    stage.sendAt(1.2, BEA, { text: "to Bea" });
    await stage.runTo(60);

    expect(stage.sim.violations).toEqual([]);
    expect(asked).toBe(3);
    expect(stage.message(0)).toMatchObject({ status: "failed", error_code: "not_on_messenger", network_id: null });
    expect(stage.relayed.map(({ text }) => text)).toEqual(["to Bea"]);
    expect(stage.rows()).toEqual([]);
  });

  it("goes when a later answer names one: the network was wrong for a moment", async () => {
    let asked = 0;
    const stage = await laneStage({
      async askAbout() {
        if (++asked < 3) throw new NoDevice();
      },
    });
    stage.writesAt(0, ANA);
    stage.begin();
    stage.sendAt(1, ANA, { text: "after all" });
    await stage.runTo(60);

    expect(stage.message(0)).toMatchObject({ status: "sent", waiting_reason: null });
  });
});
