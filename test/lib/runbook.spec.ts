import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT } from "../../build/bundle.ts";
import { ALARM_IDS } from "../../lib/constructs/alarms.ts";
import { synthesised } from "./synthesised.ts";

const { service, session } = synthesised("prod");
const alarms = [service, session].flatMap(({ ofType }) =>
  ofType("AWS::CloudWatch::Alarm").map(([, { Properties }]) => Properties),
);
const runbook = readFileSync(join(ROOT, "docs/runbook.md"), "utf8");

describe("every alarm", () => {
  it("of the list exists in a stack, and there is none beside them", () => {
    expect(alarms.map(({ AlarmName }) => AlarmName).sort()).toEqual(
      ALARM_IDS.map((id) => `messaging-gateway-prod-${id}`).sort(),
    );
  });

  it("tells somebody when it starts and when it is over", () => {
    for (const { AlarmActions, OKActions } of alarms) {
      expect(AlarmActions).toHaveLength(1);
      expect(OKActions).toEqual(AlarmActions);
    }
  });

  it.each(ALARM_IDS)("has an entry in the runbook that says what, why and what to do: %s", (id) => {
    const entry = runbook.split(/^## /m).find((part) => part.startsWith(`${id}\n`));
    expect(entry).toBeDefined();
    for (const part of ["### Description", "### Investigation", "### Resolution"]) expect(entry).toContain(part);
  });

  it.each(ALARM_IDS)("points to its entry: %s", (id) => {
    const alarm = alarms.find(({ AlarmName }) => AlarmName.endsWith(id));
    expect(alarm.AlarmDescription).toContain(`docs/runbook.md#${id}`);
  });
});
