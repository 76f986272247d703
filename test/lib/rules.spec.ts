import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { ROOT } from "../../build/bundle.ts";
import { STAGES, type StageRow } from "../../lib/config.ts";
import { idleBill } from "../../lib/idle-bill/idle-bill.ts";
import { DEFAULT_PROFILE, PROFILES, type SizeProfile } from "../../lib/profiles.ts";
import { SIZES } from "../../lib/sizes.ts";
import { IS_LONG } from "../run/how-long.ts";
import { BACKUP } from "./backup-stage.ts";
import { frontOf } from "./front-stage.ts";
import { PANEL } from "./panel-stage.ts";
import { synthesised } from "./synthesised.ts";

/** CloudFormation's limits. */
const RESOURCES_OF_A_STACK = 500;
const TEMPLATE_BYTES = 1_000_000;

const CERTIFICATE = "arn:aws:acm:us-east-1:111122223333:certificate/0f0e-1b";

afterEach(() => {
  delete STAGES.trial;
});

/**
 * Returns a row's stacks if they pass the rule packs AwsSolutions and Serverless and CloudFormation's own rules.
 * @param areRulesChecked false for rows whose kinds of resources all occur in other rows too. Checking the rules takes
 * five times as long as creating the stacks, so these rows are only checked in a long run.
 */
function checked(row: Partial<StageRow>, areRulesChecked = true): ReturnType<typeof synthesised> {
  STAGES.trial = { ...row, stage: "trial" };
  return synthesised("trial", { areRulesChecked: areRulesChecked || IS_LONG });
}

const EVERY = Object.keys(STAGES).flatMap((stage) =>
  (Object.keys(PROFILES) as SizeProfile[]).map((profile) => ({ stage, profile })),
);

describe("the stacks pass every rule, or say why one does not apply", () => {
  it.each(EVERY)("as the stage $stage in the profile $profile", ({ stage, profile }) => {
    const { service, session } = checked(
      { ...STAGES[stage], profile },
      (STAGES[stage]?.profile ?? DEFAULT_PROFILE) === profile,
    );
    expect(session.ofType("AWS::ECS::Service")).toHaveLength(1);
    expect(service.ofType("AWS::Lambda::Function").length).toBeGreaterThan(10);
  });

  it("with everything that a stage can have: a panel and a front with their own names, backups, and mail", () => {
    const own = { panelDomain: "panel.example.com", panelCertificateArn: CERTIFICATE, panelMailFrom: "a@example.com" };
    const mail = { mailFrom: "no-reply@example.com", alarmEmail: "operator@example.com" };
    const every = { ...PANEL, ...own, ...mail, ...BACKUP, ...frontOf("trial") };
    const { panel, front, data } = checked({ ...every, profile: "standard" });
    expect(panel.ofType("AWS::CloudFront::Distribution")).toHaveLength(1);
    expect(front.ofType("AWS::WAFv2::WebACL")).toHaveLength(1);
    expect(data.ofType("AWS::Backup::BackupVault")).toHaveLength(1);
  });

  it.each(Object.entries(SIZES))("for %s numbers, within what CloudFormation takes, as documented", (numbers, size) => {
    const stacks = checked({ profile: "standard", ...size }, false);
    for (const { resources, template } of Object.values(stacks)) {
      expect(Object.keys(resources).length).toBeLessThanOrEqual(RESOURCES_OF_A_STACK);
      expect(JSON.stringify(template.toJSON()).length).toBeLessThanOrEqual(TEMPLATE_BYTES);
    }
    stacks.session.template.hasResourceProperties("AWS::ApplicationAutoScaling::ScalableTarget", {
      MinCapacity: size.sessionTasks,
      MaxCapacity: size.sessionTasksMax,
    });
    const { usd, unpriced } = idleBill(Object.values(stacks).map(({ resources }) => ({ Resources: resources })));
    const { sessionTasks, sessionTasksMax, shardCount, queueCount } = size;
    const cells = [sessionTasks, sessionTasksMax, shardCount, queueCount, Math.round(usd)];
    const row = [numbers, ...cells.map((cell) => cell.toLocaleString("en-US"))];
    expect(readFileSync(join(ROOT, "docs/deployment.md"), "utf8")).toContain(`| ${row.join(" | ")} |`);
    expect(unpriced).toEqual([]);
  });
});
