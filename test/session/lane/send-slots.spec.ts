import { describe, expect, it } from "vitest";
import { laneStage } from "../../support/models/lane-stage.ts";

const ANA = "5511977770001";
const BEA = "5511977770002";
const PEOPLE = Array.from({ length: 6 }, (_, n) => `551197777010${n}`);

/** Creates a stage whose network accepts every message but never confirms texts for which `isLost` is true. */
async function stageLosing(isLost: (text: string) => boolean, network: Parameters<typeof laneStage>[0] = {}) {
  const texts = new Map<string, string>();
  const stage = await laneStage({
    relay: async (chat, id, bytes) => {
      await stage.passing(20);
      const text = Buffer.from(bytes).toString();
      texts.set(id, text);
      stage.relayed.push({ chat, id, text, at: stage.sim.now - stage.sim.start });
    },
    async acknowledged(id, signal) {
      await stage.passing(50);
      if (!isLost(texts.get(id) ?? "")) return { error: null };
      await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
      return null;
    },
    ...network,
  });
  return stage;
}

describe("a message whose acknowledgement is lost", () => {
  it("does not hold up replies to others", async () => {
    const stage = await stageLosing((text) => text === "to Ana");
    stage.writesAt(0, ANA);
    stage.writesAt(0, BEA);
    stage.begin();
    stage.sendAt(1, ANA, { text: "to Ana" });
    stage.sendAt(2, BEA, { text: "to Bea 1" });
    stage.sendAt(6, BEA, { text: "to Bea 2" });
    await stage.runTo(300);

    expect(stage.sim.violations).toEqual([]);
    expect(stage.wentAt("to Bea 1")).toBeLessThan(2 + 5);
    expect(stage.wentAt("to Bea 2")).toBeLessThan(6 + 5);
    expect(stage.messages().map(({ status, error_code }) => error_code ?? status)).toEqual([
      "no_receipt",
      "sent",
      "sent",
    ]);
    expect(new Set(stage.relayed.filter(({ text }) => text === "to Ana").map(({ id }) => id)).size).toBe(1);
    expect(stage.sending()).not.toHaveProperty("slot");
  });

  it("holds up what follows it in its own chat, which keeps its order", async () => {
    const stage = await stageLosing((text) => text === "1");
    stage.writesAt(0, ANA);
    stage.begin();
    for (const n of [1, 2, 3]) stage.sendAt(n, ANA, { text: String(n) });
    await stage.runTo(300);

    expect(stage.sim.violations).toEqual([]);
    expect(stage.relayed.map(({ text }) => text)).toEqual(["1", "1", "2", "3"]);
    expect(stage.wentAt("2")).toBeGreaterThan(120);
  });

  it("holds up nobody behind a long row of messages to its own chat", async () => {
    const stage = await stageLosing((text) => text === "first");
    stage.writesAt(0, ANA);
    stage.writesAt(0, BEA);
    stage.begin();
    stage.sendAt(1, ANA, { text: "first" });
    for (let n = 0; n < 30; n++) stage.sendAt(1.5, ANA, { text: `behind ${n}` });
    stage.sendAt(2, BEA, { text: "to Bea" });
    await stage.runTo(30);

    expect(stage.sim.violations).toEqual([]);
    expect(stage.wentAt("to Bea")).toBeLessThan(2 + 6);
  });

  it.each([{ where: "a group", chats: ["120363000000000001@g.us", "120363000000000002@g.us"] }])(
    "in $where does not hold up another group",
    async ({ chats }) => {
      const stage = await stageLosing((text) => text === "lost");
      stage.begin();
      stage.sendAt(1, null, { chat_id: chats[0] ?? "", text: "lost" });
      stage.sendAt(2, null, { chat_id: chats[1] ?? "", text: "other" });
      await stage.runTo(40);

      expect(stage.sim.violations).toEqual([]);
      expect(stage.wentAt("other")).toBeLessThan(15);
    },
  );

  it("is one of four at most: a fifth chat waits until one of them has ended", async () => {
    const stage = await stageLosing((text) => text !== PEOPLE[4]);
    for (const person of PEOPLE) stage.writesAt(0, person);
    stage.begin();
    for (const [n, person] of PEOPLE.slice(0, 5).entries()) stage.sendAt(1 + n * 5, person, { text: person });
    await stage.runTo(60);
    expect(stage.relayed).toHaveLength(4);

    await stage.runTo(300);
    expect(stage.sim.violations).toEqual([]);
    expect(stage.messages().map(({ status, error_code }) => error_code ?? status)).toEqual([
      "no_receipt",
      "no_receipt",
      "no_receipt",
      "no_receipt",
      "sent",
    ]);
  });

  it("is typed alone: nobody is typed to at the same time", async () => {
    let typing = 0;
    let most = 0;
    const stage = await stageLosing((text) => text.startsWith("lost"), {
      async typing(_chat, _ms, signal) {
        most = Math.max(most, ++typing);
        await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
        typing--;
      },
    });
    for (const person of PEOPLE) stage.writesAt(0, person);
    stage.begin();
    for (const person of PEOPLE.slice(0, 3)) stage.sendAt(1, person, { text: `lost ${"x".repeat(40)} ${person}` });
    await stage.runTo(60);

    expect(stage.relayed.length).toBe(3);
    expect(most).toBe(1);
  });
});
