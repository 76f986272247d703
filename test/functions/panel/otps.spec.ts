import { expect, it } from "vitest";
import type { OtpRecord } from "../../../core/records/otps/otp.ts";
import { worldOf } from "../api-world.ts";
import { walkWorlds } from "../fuzz/walk-world.ts";
import { idOf } from "../linked-world.ts";
import { panelWorld } from "./panel-world.ts";

const walkWorld = walkWorlds();

it("a number's one-time codes are listed newest first, as they are by now, and never with a code", async () => {
  const walked = await walkWorld();
  const world = worldOf(walked.deps, walked.clock);
  const { panel, signedIn } = panelWorld(world);
  const { cookie } = await signedIn(walked.account, "member");
  const list = async () =>
    (await panel("GET", `/instances/${walked.instance}/otps`, { cookie })).body as {
      data: Record<string, unknown>[];
    };
  const before = (await list()).data.length;
  const made = await walked.ask("POST", "/v1/otps", { instance_id: walked.instance, channel: "link", reference: "A" });
  walked.clock.moveTo(new Date(walked.clock.now().getTime() + 1000));
  const later = await walked.ask("POST", "/v1/otps", { instance_id: walked.instance, channel: "link", reference: "B" });
  const { code } = (made.body as { data: Pick<OtpRecord, "id"> & { code: string } }).data;

  const shown = await list();
  expect(shown.data.length).toBe(before + 2);
  expect(shown.data.slice(0, 2)).toMatchObject([
    { id: idOf(later), reference: "B", status: "pending", channel: "link" },
    { id: idOf(made), reference: "A", status: "pending", attempts_left: 5 },
  ]);
  expect(JSON.stringify(shown)).not.toContain(code);
  expect(Object.keys(shown.data[0] ?? {})).not.toContain("code");

  walked.clock.moveTo(new Date(walked.clock.now().getTime() + 86_400_000));
  const { cookie: again } = await signedIn(walked.account, "viewer");
  const ended = (await panel("GET", `/instances/${walked.instance}/otps`, { cookie: again })).body as {
    data: { status: string }[];
  };
  expect(ended.data.slice(0, 2).map(({ status }) => status)).toEqual(["expired", "expired"]);
});
