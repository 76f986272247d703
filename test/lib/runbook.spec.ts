import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { ROOT } from "../../build/bundle.ts";
import { ALARM_IDS, ALARM_LIMITS, BACKUP_ALARMS, PANEL_ALARMS } from "../../lib/alarm-limits.ts";
import { STAGES, stageConfig } from "../../lib/config.ts";
import { ESSENTIAL_ALARMS } from "../../lib/essential-alarms.ts";
import { PAGING_ALARM, PAGING_ALARMS } from "../../lib/paging-alarms.ts";
import { BACKUP } from "./backup-stage.ts";
import { PANEL } from "./panel-stage.ts";
import { synthesised } from "./synthesised.ts";
import { alarmsOf, metricsOfAlarm, textOf } from "./watched.ts";

const runbook = readFileSync(join(ROOT, "docs/runbook.md"), "utf8");

const RUNBOOK_URL = "https://git.example.com/gateway/docs/runbook.md";
STAGES.trial = {
  ...{ stage: "trial", profile: "standard", alarmEmail: "ops@example.com", pageEmail: "oncall@example.com" },
  ...PANEL,
  ...BACKUP,
  runbookUrl: RUNBOOK_URL,
  alarmLimits: { "api-slow": { threshold: 1_234, periods: 7, periodMin: 2, atLeast: 99 } },
};
afterAll(() => {
  delete STAGES.trial;
});

describe("the runbook", () => {
  it.each([...ALARM_IDS, PAGING_ALARM, "budget"])("says what, why and what to do: %s", (id) => {
    const entry = runbook.split(/^## /m).find((part) => part.startsWith(`${id}\n`));
    expect(entry).toBeDefined();
    for (const part of ["### Description", "### Investigation", "### Resolution"]) expect(entry).toContain(part);
  });

  it("sends to entries that there are", () => {
    const entries = [...runbook.matchAll(/^## (\S+)$/gm)].map(([, id]) => id);
    for (const [, id] of runbook.matchAll(/\*([a-z]+(?:-[a-z]+)+)\*/g)) expect(entries).toContain(id);
  });
});

describe.each([
  ["prod", ALARM_IDS.filter((id) => ![...PANEL_ALARMS, ...BACKUP_ALARMS].includes(id))],
  ["dev", ESSENTIAL_ALARMS],
  ["trial", ALARM_IDS],
])("the alarms of %s", (stage, ids) => {
  const { service, session, panel } = synthesised(stage);
  const config = stageConfig(stage);
  const alarms = alarmsOf([service, session, panel]);
  const [pages] = session.ofType("AWS::CloudWatch::CompositeAlarm").map(([, { Properties }]) => Properties);
  const topics = service.ofType("AWS::SNS::Topic");
  const topicOf = (words: string) => topics.find(([, { Properties }]) => Properties.DisplayName.includes(words))?.[0];
  const named = (id: string) => alarms.find(({ Properties }) => Properties.AlarmName.endsWith(`${stage}-${id}`));

  it("are those of its profile, and there is none beside them", () => {
    expect(alarms.map(({ Properties }) => Properties.AlarmName).sort()).toEqual(
      ids.map((id) => `messaging-gateway-${stage}-${id}`).sort(),
    );
  });

  it("tell somebody when they start and when they are over: by mail, and one of them by the pager", () => {
    const [, mail] = [topicOf("customers"), topics.find(([id]) => id !== topicOf("customers"))?.[0]];
    for (const { Properties } of alarms) {
      expect(JSON.stringify(Properties.AlarmActions)).toContain(mail);
      expect(Properties.AlarmActions).toHaveLength(1);
      expect(Properties.OKActions).toEqual(Properties.AlarmActions);
    }
    expect(JSON.stringify(pages.AlarmActions)).toContain(topicOf("customers"));
    expect(pages.AlarmActions).toHaveLength(1);
    expect(pages.OKActions).toEqual(pages.AlarmActions);
  });

  it("page while any is on that says that customers are affected", () => {
    const rule = textOf(pages.AlarmRule);
    const parts = [...rule.matchAll(/ALARM\("([^"]+)"\)/g)].map(([, name]) => name);
    expect(rule).toBe(parts.map((name) => `ALARM("${name}")`).join(" OR "));
    expect(parts.sort()).toEqual(
      PAGING_ALARMS.filter((id) => ids.includes(id))
        .map((id) => `messaging-gateway-${stage}-${id}`)
        .sort(),
    );
    expect(parts.length).toBeGreaterThan(4);
  });

  it("that pages is made after its parts of the same stack", () => {
    const [[, alarm] = ["", undefined]] = session.ofType("AWS::CloudWatch::CompositeAlarm");
    const own = session
      .ofType("AWS::CloudWatch::Alarm")
      .filter(([, { Properties }]) => textOf(pages.AlarmRule).includes(`"${Properties.AlarmName}"`));
    expect([...(alarm?.DependsOn ?? [])].sort()).toEqual(own.map(([id]) => id).sort());
    expect(own.length).toBeGreaterThan(0);
  });

  it("hold a full address of their entry in their text", () => {
    const texts = [...alarms.map(({ Properties }) => Properties), pages].map((one) => [
      (one.AlarmName as string).replace(`messaging-gateway-${stage}-`, ""),
      textOf(one.AlarmDescription),
    ]);
    const dashboard = `https://<AWS::Region>.console.aws.amazon.com/cloudwatch/home?region=<AWS::Region>#dashboards/dashboard/messaging-gateway-${stage}-<AWS::Region>`;
    for (const [id, text] of texts) {
      const address =
        stage === "trial" ? `${RUNBOOK_URL}#${id}` : `${dashboard} contains the runbook; see the entry ${id}.`;
      expect(text).toContain(`What to do: ${address}`);
      expect(String(text).length).toBeLessThanOrEqual(1024);
    }
  });

  it.each(ids)("go off at the stage's own numbers: %s", (id) => {
    const alarm = named(id);
    const { threshold, periods, periodMin, atLeast } = config.alarmLimits[id];
    expect(alarm?.Properties).toMatchObject({ Threshold: threshold, EvaluationPeriods: periods });
    if (alarm) for (const { periodSec } of metricsOfAlarm(alarm)) expect(periodSec).toBe(periodMin * 60);
    const expression = JSON.stringify(alarm?.Properties.Metrics ?? "");
    if (atLeast !== undefined) expect(expression).toContain(`>= ${atLeast},`);
    else expect(expression).not.toContain(">=");
  });
});

describe("a stage's own numbers", () => {
  it("replace ours, alarm by alarm; as many tasks are wanted as the stage has", () => {
    const { alarmLimits } = stageConfig("trial");
    expect(alarmLimits["api-slow"]).toEqual({ threshold: 1_234, periods: 7, periodMin: 2, atLeast: 99 });
    expect(alarmLimits["api-server-errors"]).toEqual(ALARM_LIMITS["api-server-errors"]);
    expect(alarmLimits["session-tasks-missing"].threshold).toBe(stageConfig("trial").sessionTasks);
  });

  it.each([
    { threshold: 0 },
    { periods: 0 },
    { periods: 1.5 },
    { periodMin: 0 },
    { periods: 30, periodMin: 59 },
    { periods: 8, periodMin: 1_440 },
    { periodMin: 1_500 },
  ])("that CloudWatch would refuse are refused in words that name the alarm: %j", (change) => {
    STAGES.odd = { stage: "odd", alarmLimits: { "api-slow": change } };
    expect(() => stageConfig("odd")).toThrow(/"odd" sets the alarm api-slow to /);
    delete STAGES.odd;
  });

  it.each(["docs/runbook.md", "http://example.com/runbook", "https://example.com/#runbook"])(
    "need a full address of the runbook: %s is refused",
    (runbookUrl) => {
      STAGES.odd = { stage: "odd", runbookUrl };
      expect(() => stageConfig("odd")).toThrow(/"odd" has runbookUrl/);
      delete STAGES.odd;
    },
  );
});

describe("the page", () => {
  it("goes to whoever is on call, and without one to where all alarms go", () => {
    const mailsOf = (stage: string) => {
      const { service } = synthesised(stage);
      const pager = service
        .ofType("AWS::SNS::Topic")
        .find(([, one]) => one.Properties.DisplayName.includes("customers"));
      return service
        .ofType("AWS::SNS::Subscription")
        .map(({ 1: { Properties } }) => [
          Properties.TopicArn.Ref === pager?.[0],
          Properties.Protocol,
          Properties.Endpoint,
        ]);
    };
    expect(mailsOf("trial")).toEqual([
      [false, "email", "ops@example.com"],
      [true, "email", "oncall@example.com"],
    ]);
    expect(mailsOf("prod")).toEqual([
      [false, "email", "operator@example.com"],
      [true, "email", "operator@example.com"],
    ]);
    expect(mailsOf("dev")).toEqual([]);
  });
});
