import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT } from "../../build/bundle.ts";
import { STAGES, type StageConfig } from "../../lib/config.ts";
import { billTable } from "../../lib/idle-bill/bill-table.ts";
import { idleBill } from "../../lib/idle-bill/idle-bill.ts";
import { BEAT_EVERY_SEC, lookEverySec, writtenWhileIdle } from "../../lib/idle-bill/idle-load.ts";
import type { BilledTemplate } from "../../lib/idle-bill/template.ts";
import { PRICES, type Price, UNCHECKED } from "../../lib/prices.ts";
import { BEAT_MS } from "../../session-service/fleet/heartbeat.ts";
import { lookEveryMs } from "../../session-service/fleet/look-interval.ts";
import { EmbeddedMetrics } from "../../session-service/process/metrics.ts";
import { PANEL } from "./panel-stage.ts";
import { synthesised } from "./synthesised.ts";

const templatesOf = (stage: string): BilledTemplate[] =>
  Object.values(synthesised(stage)).map(({ resources }) => ({ Resources: resources }));

// These stages match their profiles, except for settings that cost nothing.
const small = templatesOf("dev");
const standard = templatesOf("prod");

const FRONT: Pick<StageConfig, "domain" | "front"> = {
  domain: { name: "api.example.com", hostedZoneId: "Z0123456789ABC", hostedZoneName: "example.com", hasIpv6: true },
  front: {
    originName: "origin.example.com",
    originSecrets: [{ name: "messaging-gateway-trial-origin-1", sha256: "ab".repeat(32) }],
    requestsPer5Min: 10_000,
    takesOver: true,
  },
};

describe("a month in which nobody writes", () => {
  it("costs no more than 26 USD in a small stage", () => {
    expect(idleBill(small).usd).toBeLessThanOrEqual(26);
  });

  it("has a price, or a reason for none, for each resource of each stack", () => {
    expect(idleBill(small).unpriced).toEqual([]);
    expect(idleBill(standard).unpriced).toEqual([]);
    STAGES.trial = { stage: "trial", mailFrom: "a@example.com", pageEmail: "b@example.com", ...FRONT };
    const withFront = idleBill(templatesOf("trial"));
    delete STAGES.trial;
    expect(withFront.unpriced).toEqual([]);
    // The difference consists of the front and the queue for notices.
    expect(withFront.usd - idleBill(small).usd).toBeCloseTo(7.4 + 0.26, 1);
  });

  it("of a stage with a panel is higher by the secret of its CloudFront, and by nothing else", () => {
    STAGES.trial = { stage: "trial", ...PANEL };
    const withPanel = idleBill(templatesOf("trial"));
    delete STAGES.trial;
    expect(withPanel.unpriced).toEqual([]);
    expect(withPanel.usd - idleBill(small).usd).toBeCloseTo(0.4);
  });

  it("is shown in docs/deployment.md as it is: a change of any part is seen before it is paid", () => {
    const page = readFileSync(join(ROOT, "docs/deployment.md"), "utf8");
    expect(page).toContain(billTable({ small: idleBill(small), standard: idleBill(standard) }));
  });

  it("is the part of a month in docs/benchmarks.md that no message causes", () => {
    const page = readFileSync(join(ROOT, "docs/benchmarks.md"), "utf8");
    const [, tasks, others] = /^\| 1 \|(?: [\d.]+ \|){3} ([\d.]+) \| ([\d.]+) \|/m.exec(page) ?? [];
    expect(Number(tasks) + Number(others)).toBeCloseTo(idleBill(standard).usd, 1);
  });
});

describe("the bill", () => {
  const sumWith = (Type: string, Properties: Record<string, unknown>) =>
    idleBill([...small, { Resources: { Another: { Type, Properties } } }]).usd - idleBill(small).usd;

  it("is of the templates: what is added to them is added to it", () => {
    expect(sumWith("AWS::KMS::Key", {})).toBeCloseTo(1);
    expect(sumWith("AWS::CloudWatch::Alarm", { MetricName: "Errors" })).toBeCloseTo(0.1);
    expect(sumWith("AWS::CloudWatch::CompositeAlarm", {})).toBeCloseTo(0.5);
    expect(sumWith("AWS::SQS::Queue", { QueueName: "a-shard" })).toBeCloseTo(0.05, 2);
    expect(sumWith("AWS::SQS::Queue", { QueueName: "a-shard-dead-letters" })).toBe(0);
    expect(sumWith("AWS::IAM::Role", {})).toBe(0);
  });

  it("names what it knows no price of, by its type and id, also a function by the clock that nobody has counted", () => {
    const { unpriced } = idleBill([
      {
        Resources: {
          Gateway: { Type: "AWS::EC2::NatGateway" },
          Clock: { Type: "AWS::Events::Rule", Properties: { ScheduleExpression: "rate(1 minute)", Targets: [] } },
        },
      },
    ]);
    expect(unpriced).toEqual(["AWS::EC2::NatGateway Gateway", "AWS::Events::Rule Clock"]);
  });

  it("leaves no template's resource out because another template has one of the same id", () => {
    const key: BilledTemplate = { Resources: { Key: { Type: "AWS::KMS::Key" } } };
    expect(idleBill([key, key]).usd).toBe(2);
  });

  it("counts the metrics that a task writes", () => {
    for (const isEssentialOnly of [true, false]) {
      const written: string[] = [];
      const metrics = new EmbeddedMetrics(
        "any",
        (line) =>
          written.push(...JSON.parse(line)._aws.CloudWatchMetrics[0].Metrics.map(({ Name }: { Name: string }) => Name)),
        isEssentialOnly,
      );
      metrics.flush(new Date(0), { ShardsHeld: 0, LaneAge: 0, sessions: {} });
      expect(written.sort()).toEqual(writtenWhileIdle(isEssentialOnly).sort());
    }
  });

  it("counts a task's beats as often as it beats", () => {
    expect(BEAT_EVERY_SEC * 1000).toBe(BEAT_MS);
  });

  it.each([2, 50, 500, 800])(
    "counts the looks of %i tasks as often as they look; a test of theirs counts the units",
    (tasks) => {
      expect(lookEverySec(tasks) * 1000).toBeCloseTo(lookEveryMs(tasks), 3);
    },
  );
});

it("every price says what it is for, which page of AWS has it, and where and when it was found, if it was", () => {
  const page = readFileSync(join(ROOT, "docs/deployment.md"), "utf8").replace(/\s+/g, " ");
  for (const per of UNCHECKED) expect(page).toContain(`- ${per}`);
  expect(UNCHECKED.length).toBeLessThan(Object.keys(PRICES).length / 3);
  for (const { usd, per, page, checked } of Object.values<Price>(PRICES)) {
    if (checked) {
      expect(checked.at).toMatch(/^https:\/\/[\w.-]+\//);
      expect(checked.lookedUp).toMatch(/^2\d{3}-\d\d-\d\d$/);
    }
    expect(usd).toBeGreaterThan(0);
    expect(per.length).toBeGreaterThan(3);
    expect(page).toMatch(/pricing$/i);
  }
});
