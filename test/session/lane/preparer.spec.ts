import { describe, expect, it } from "vitest";
import type { MediaContent } from "../../../core/domain/messages/message-content.ts";
import { CannotPrepare } from "../../../session-service/media/cannot-prepare.ts";
import { laneStage } from "../../support/models/lane-stage.ts";

const ANA = "5511977770001";
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
  ])("do not wait for eight that $title", async ({ error }) => {
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
    for (let n = 0; n < 8; n++) stage.sendAt(1, ANA, { content: image(`https://nowhere.example/${n}.png`) });
    for (let n = 0; n < 2; n++) stage.sendAt(1.5, ANA, { content: image(`https://example.com/${n}.png`) });
    stage.begin();
    await stage.runTo(60);

    expect(stage.sim.violations).toEqual([]);
    const went = [0, 1].map((n) => stage.wentAt(`https://example.com/${n}.png`) ?? Number.POSITIVE_INFINITY);
    expect(Math.max(...went)).toBeLessThan(10);
  });
});
