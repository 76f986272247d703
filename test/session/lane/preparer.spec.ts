import { describe, expect, it } from "vitest";
import type { MediaContent } from "../../../core/domain/messages/message-content.ts";
import { CannotPrepare } from "../../../session-service/media/cannot-prepare.ts";
import { laneStage } from "../../support/models/lane-stage.ts";

const ANA = "5511977770001";
const BOB = "5511977770002";
const image = (url: string): MediaContent => ({
  kind: "image",
  file: { url },
  mimetype: "image/png",
  filename: null,
  caption: url,
  voice: false,
  mentions: [],
});

describe("files that are made ready beside the lane", () => {
  it.each([
    { title: "can never be fetched", error: () => new CannotPrepare("media_unreachable", "There is no such host.") },
    { title: "can't be fetched for the moment", error: () => new Error("The network is away.") },
  ])("do not wait for eight of another chat that $title", async ({ error }) => {
    const stage = await laneStage(
      {
        async encode(_chat, message) {
          await stage.passing(100);
          if (message.body?.includes("nowhere")) throw error();
          return Buffer.from(message.body ?? "");
        },
      },
      0.01,
    );
    stage.writesAt(0, ANA);
    stage.writesAt(0, BOB);
    for (let n = 0; n < 8; n++) stage.sendAt(1, ANA, { content: image(`https://nowhere.example/${n}.png`) });
    for (let n = 0; n < 2; n++) stage.sendAt(1.5, BOB, { content: image(`https://example.com/${n}.png`) });
    stage.begin();
    await stage.runTo(60);

    expect(stage.sim.violations).toEqual([]);
    const went = [0, 1].map((n) => stage.wentAt(`https://example.com/${n}.png`) ?? Number.POSITIVE_INFINITY);
    expect(Math.max(...went)).toBeLessThan(10);
  });

  /** Creates a stage on which a file takes as many seconds as its caption states. */
  async function filesStage(more: (caption: string) => void = () => {}) {
    const stage = await laneStage(
      {
        async encode(_chat, message) {
          const body = message.body ?? "";
          if (message.type === "image") await stage.passing(Number.parseInt(body, 10) * 1_000);
          if (message.type === "image") more(body);
          return Buffer.from(body);
        },
      },
      0.01,
    );
    stage.writesAt(0, ANA);
    stage.writesAt(0, BOB);
    return stage;
  }

  it("go before the later messages of their chat, and after those of others", async () => {
    const stage = await filesStage();
    stage.sendAt(1, ANA, { content: image("20 s") });
    stage.sendAt(1.1, ANA, { text: "after it" });
    stage.sendAt(1.2, ANA, { content: image("2 s") });
    stage.sendAt(1.3, BOB, { text: "another chat" });
    stage.begin();
    await stage.runTo(60);

    expect(stage.sim.violations).toEqual([]);
    expect(stage.relayed.map(({ text }) => text)).toEqual(["another chat", "20 s", "after it", "2 s"]);
    expect(stage.wentAt("another chat")).toBeLessThan(5);
  });

  it("that take longer than a minute are overtaken by their chat then, and go by themselves", async () => {
    const stage = await filesStage();
    stage.sendAt(1, ANA, { content: image("100 s") });
    stage.sendAt(1.1, ANA, { text: "after it" });
    stage.begin();
    await stage.runTo(150);

    expect(stage.sim.violations).toEqual([]);
    expect(stage.relayed.map(({ text }) => text)).toEqual(["after it", "100 s"]);
    expect(stage.wentAt("after it")).toBeGreaterThan(60);
    expect(stage.wentAt("after it")).toBeLessThan(65);
  });

  it("that fail again and again are overtaken after a minute, too", async () => {
    const stage = await filesStage((caption) => {
      if (caption === "1 s") throw new Error("The network is away.");
    });
    stage.sendAt(1, ANA, { content: image("1 s") });
    stage.sendAt(1.1, ANA, { text: "after it" });
    stage.begin();
    await stage.runTo(100);

    expect(stage.wentAt("after it")).toBeGreaterThan(60);
    expect(stage.wentAt("after it")).toBeLessThan(65);
  });

  it("that fail let their chat go on at once", async () => {
    const stage = await filesStage(() => {
      throw new CannotPrepare("media_unreachable", "There is no such host.");
    });
    stage.sendAt(1, ANA, { content: image("5 s") });
    stage.sendAt(1.1, ANA, { text: "after it" });
    stage.begin();
    await stage.runTo(60);

    expect(stage.message(0)).toMatchObject({ status: "failed", error_code: "media_unreachable" });
    expect(stage.wentAt("after it")).toBeLessThan(10);
  });

  it("of one chat leave the next free place to the first of another", async () => {
    const stage = await filesStage();
    for (const n of [1, 2, 3, 4]) stage.sendAt(1, ANA, { content: image(`10 s, ${n}`) });
    stage.sendAt(2, BOB, { content: image("2 s") });
    stage.begin();
    await stage.runTo(60);

    expect(stage.sim.violations).toEqual([]);
    expect(stage.wentAt("2 s")).toBeLessThan(18); // a place is free at 11
  });

  it("of one chat are begun after the first of another, and slow ones make room after a minute", async () => {
    const stage = await filesStage();
    for (const n of [1, 2]) stage.sendAt(1, ANA, { content: image(`${80 + n} s`) });
    stage.sendAt(1.5, ANA, { content: image("3 s") });
    stage.sendAt(2, BOB, { content: image("2 s") });
    stage.begin();
    await stage.runTo(150);

    expect(stage.sim.violations).toEqual([]);
    expect(stage.wentAt("2 s")).toBeLessThan(70);
    expect(stage.wentAt("3 s")).toBeLessThan(75);
  });
});
