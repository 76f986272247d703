import { describe, expect, it } from "vitest";
import type { InstanceRecord } from "../../../core/records/instance.ts";
import { nextStep } from "../../../session-service/session/next-step.ts";

const now = new Date("2026-11-20T10:00:00Z");
const record = (fields: Partial<InstanceRecord>) =>
  // The step only depends on these fields.
  ({
    wanted: "on",
    restart_seq: 0,
    restart_done: 0,
    logout_seq: 0,
    logout_done: 0,
    removed_at: null,
    link_refused: false,
    ...fields,
  }) as InstanceRecord;
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000);

describe("the next step of a session", () => {
  it.each([
    ["a linked instance is opened", {}, true, null, "open"],
    ["one that was asked for a code is linked", {}, false, ago(119), "link"],
    ["one that nobody asked for two minutes rests", {}, false, ago(120), "rest"],
    ["one that nobody ever asked rests", {}, false, null, "rest"],
    ["one whose link was refused rests until a logout", { link_refused: true }, false, ago(1), "rest"],
    ["a stopped one is closed, linked or not", { wanted: "off" }, true, null, "stop"],
    ["a stopped one does not link", { wanted: "off" }, false, ago(1), "stop"],
    ["a restart comes before the opening", { restart_seq: 2, restart_done: 1 }, true, null, "restart"],
    ["a stop wins over a restart before it", { wanted: "off", restart_seq: 1 }, true, null, "stop"],
    ["a logout wins over a restart", { logout_seq: 1, restart_seq: 1 }, true, null, "log_out"],
    ["a deletion wins over everything", { removed_at: "2026-11-20", logout_seq: 1 }, true, null, "remove"],
  ] as const)("%s", (_, fields, linked, askedAt, step) => {
    expect(nextStep(record(fields), linked, askedAt, now)).toBe(step);
  });

  it("of an instance that is not there is to clean up", () => {
    expect(nextStep(null, true, null, now)).toBe("remove");
  });
});
