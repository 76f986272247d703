import { describe, expect, it } from "vitest";
import { mergePerson } from "../../../core/operations/receiving/merge-person.ts";
import { receiveMessage } from "../../../core/operations/receiving/receive-message.ts";
import type { OtpRecord } from "../../../core/records/otps/otp.ts";
import { keys } from "../../../core/store/keys.ts";
import { memoryMedia } from "../../support/memory-media.ts";
import { incomingHi } from "../../support/models/instance-model.ts";
import { ACCOUNT, INSTANCE, laneStage } from "../../support/models/lane-stage.ts";
import { LINK_CODE, openLink } from "../../support/open-link.ts";
import { testCodes } from "../../support/test-codes.ts";
import { NO_OPT_OUTS } from "../../support/test-opt-outs.ts";

const ANA = "5511977770001";
const BEA = "5511977770002";
const HIDDEN = "987654@lid";
const OWN = { account_id: ACCOUNT, instance_id: INSTANCE, fence: 1 };

/** Creates a stage with a link for Ana. A second later, someone with a hidden number sends the link's code. */
async function stageOf(privateIdOf: (phone: string, nth: number) => Promise<string>) {
  const asked: number[] = [];
  const stage = await laneStage({
    async resolveChat(phone, chatId) {
      if (chatId !== null || phone === null) return chatId ?? "";
      asked.push((stage.sim.now - stage.sim.start) / 1_000);
      return privateIdOf(phone, asked.length);
    },
  });
  const { sim, table } = stage;
  await openLink(table, new Date(sim.start), { phone: ANA });
  stage.begin();
  stage.at(1, "Ana", (deps) => {
    const hidden = { body: LINK_CODE, chat_id: HIDDEN, phone: null, person: HIDDEN, fence: 1 };
    const incoming = { ...incomingHi(HIDDEN, "IN_1", deps.clock.now()), ...hidden };
    return receiveMessage({ ...deps, media: memoryMedia(), codes: testCodes, optOuts: NO_OPT_OUTS }, incoming);
  });
  return {
    ...stage,
    /** The seconds at which the network was queried for a phone number's private id. */
    asked,
    otp: () => table.peek(keys.otp(ACCOUNT, "otp_1")) as OtpRecord | null,
    verifiedAfter: () => {
      const at = (table.peek(keys.otp(ACCOUNT, "otp_1")) as OtpRecord | null)?.verified_at;
      return at ? (Date.parse(at) - sim.start) / 1_000 : null;
    },
    completed: () => table.partition(keys.event(ACCOUNT, "").pk).filter(({ type }) => type === "otp.completed").length,
  };
}

describe("the code of a link for a phone, from a hidden number", () => {
  it("verifies it at once when the network says that the number is that phone's", async () => {
    const stage = await stageOf(async () => HIDDEN);
    await stage.runTo(60);

    expect(stage.otp()).toMatchObject({ status: "verified", phone: ANA });
    expect(stage.verifiedAfter()).toBeLessThan(3);
    expect(stage.asked).toHaveLength(1);
    expect(stage.completed()).toBe(1);
    expect(stage.table.peek(keys.person(INSTANCE, HIDDEN))?.merged_into).toBe(ANA);
    expect(stage.relayed.map(({ text }) => text)).toEqual([expect.stringContaining("is confirmed for")]);
    expect(stage.rows()).toEqual([]);
    expect(stage.sim.violations).toEqual([]);
  });

  it("verifies it within half a minute of when it is learnt whose number it is", async () => {
    const stage = await stageOf(async (phone) => `${phone}@s.whatsapp.net`);
    stage.at(200, "session", (deps) =>
      mergePerson({ ...deps, optOuts: NO_OPT_OUTS }, OWN, { phone: ANA, private_id: HIDDEN }),
    );
    await stage.runTo(240);

    expect(stage.verifiedAfter()).toBeGreaterThanOrEqual(200);
    expect(stage.verifiedAfter()).toBeLessThanOrEqual(232);
    expect(stage.asked.every((at, nth) => nth === 0 || at - (stage.asked[nth - 1] ?? 0) >= 29)).toBe(true);
    expect(stage.completed()).toBe(1);
  });

  it("asks again when the network did not answer", async () => {
    const stage = await stageOf(async (_phone, nth) => {
      if (nth === 1) throw new Error("no answer");
      return HIDDEN;
    });
    await stage.runTo(60);
    expect(stage.verifiedAfter()).toBeGreaterThan(29);
    expect(stage.verifiedAfter()).toBeLessThan(35);
  });

  it.each([
    ["stays unknown", async (phone: string) => `${phone}@s.whatsapp.net`],
    ["is another one", async () => "111@lid"],
  ])("leaves it pending when the phone's private id %s, and leaves no row behind its end", async (_what, privateId) => {
    const stage = await stageOf(privateId);
    await stage.runTo(700);

    expect(stage.otp()?.status).toBe("pending");
    expect([stage.completed(), stage.rows(), stage.messages()]).toEqual([0, [], []]);
    expect(stage.sim.violations).toEqual([]);
  });

  it("holds up nobody's messages while the network is silent", async () => {
    const stage = await stageOf(() => new Promise(() => {}));
    stage.writesAt(2, BEA);
    stage.sendAt(3, BEA, { text: "Hi Bea", chat_id: `${BEA}@s.whatsapp.net` });
    await stage.runTo(120);

    expect(stage.wentAt("Hi Bea")).toBeLessThan(10);
    expect(stage.asked).toHaveLength(1);
    expect(stage.sim.violations).toEqual([]);
  });
});
