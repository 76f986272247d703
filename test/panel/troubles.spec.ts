import { describe, expect, it } from "vitest";
import type { Instance } from "../../core/contracts/instance.ts";
import type { PanelWebhook } from "../../core/contracts/panel/developers.ts";
import type { PanelAccount, Usage } from "../../core/contracts/panel/team.ts";
import { troublesOf } from "../../panel/src/pages/overview/troubles.ts";

const NOW = new Date("2026-11-20T09:30:05Z");
const number = (about: Partial<Instance>) =>
  ({
    id: "inst_1",
    status: "working",
    status_reason: null,
    linked_at: "2026-11-01T09:00:00+00:00",
    ...about,
  }) as Instance;
const webhook = (about: Partial<PanelWebhook>) =>
  ({
    url: "https://shop.example.com",
    paused: false,
    failing_since: null,
    instance_id: null,
    ...about,
  }) as PanelWebhook;
const usage = (about: Partial<Usage>): Usage => ({
  requests: { used: 1, of: 100, resets_at: "2026-12-01T00:00:00+00:00" },
  messages_today: { used: 5_000, of: null },
  instances: { used: 5, of: 5 },
  file_bytes_today: 0,
  ...about,
});
const account = (about: Partial<PanelAccount>) => ({ status: "active", trial_ends_at: null, ...about }) as PanelAccount;
const kinds = (known: Partial<Parameters<typeof troublesOf>[0]>) =>
  troublesOf({ instances: [], webhooks: [], usage: usage({}), account: account({}), ...known }, NOW).map(
    ({ kind }) => kind,
  );

describe("what needs attention", () => {
  it.each([
    ["a connected number", { instances: [number({})] }, []],
    ["a failed one", { instances: [number({ status: "failed", status_reason: "banned" })] }, ["number"]],
    ["a restricted one", { instances: [number({ status_reason: "restricted" })] }, ["number"]],
    ["one that lost its phone", { instances: [number({ status: "scan_qr_code" })] }, ["number"]],
    ["one that never had a phone", { instances: [number({ status: "scan_qr_code", linked_at: null })] }, []],
    ["one that somebody stopped", { instances: [number({ status: "stopped" })] }, []],
    ["a webhook that works", { webhooks: [webhook({})] }, []],
    ["a failing one", { webhooks: [webhook({ failing_since: "2026-11-20T08:00:00+00:00" })] }, ["webhook"]],
    ["a paused one", { webhooks: [webhook({ paused: true })] }, ["webhook"]],
    ["one without an address", { webhooks: [webhook({ url: null, paused: true })] }, []],
    ["four fifths of the requests", { usage: usage({ requests: { used: 80, of: 100, resets_at: "" } }) }, ["limit"]],
    ["all of the day's messages", { usage: usage({ messages_today: { used: 100, of: 100 } }) }, ["limit"]],
    ["three days of a trial", { account: account({ trial_ends_at: "2026-11-23T09:00:00+00:00" }) }, ["trial"]],
    ["four days of a trial", { account: account({ trial_ends_at: "2026-11-24T09:00:00+00:00" }) }, []],
    ["nothing known yet", { instances: undefined, webhooks: undefined, usage: undefined, account: undefined }, []],
  ])("of %s", (_what, known, expected) => {
    expect(kinds(known)).toEqual(expected);
  });

  it("begins with what stops messages", () => {
    const all = {
      instances: [number({ status: "failed" })],
      webhooks: [webhook({ paused: true })],
      usage: usage({ messages_today: { used: 100, of: 100 } }),
      account: account({ trial_ends_at: "2026-11-21T09:00:00+00:00" }),
    };
    expect(kinds(all)).toEqual(["number", "limit", "trial", "webhook"]);
  });
});
