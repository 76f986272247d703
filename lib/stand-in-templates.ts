import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { STAGES, stageConfig } from "./config.ts";
import { gatewayApp } from "./gateway-app.ts";
import { ALL_FUNCTIONS } from "./wiring.ts";

/** The parts of a deployment, each a stack. */
export const STACK_PARTS = ["data", "queues", "stream", "service", "session", "front", "panel"] as const;
export type StackPart = (typeof STACK_PARTS)[number];

/** A stack's template, as CloudFormation reads it; without resources where the stage has no such stack. */
export type StackJson = { Resources: Record<string, { Type: string; Properties?: unknown }>; Outputs?: unknown };

/** The least that the row of a stage needs for a panel. */
export const LEAST_PANEL = {
  hasPanel: true,
  panelOriginSecrets: [{ name: "messaging-gateway-trial-panel-1", sha256: "ab".repeat(32) }],
};

/**
 * The templates of a stage, made from stand-ins for the functions' code and the panel: the stacks do not depend on
 * them. It takes a few seconds.
 */
export function standInTemplates(stage: string, options: { areRulesChecked: boolean }): Record<StackPart, StackJson> {
  const folder = mkdtempSync(join(tmpdir(), "gateway-stacks-"));
  try {
    const bundles = ALL_FUNCTIONS.map(({ name }) => {
      mkdirSync(join(folder, name));
      writeFileSync(join(folder, name, "index.mjs"), `export const handler = () => "${name}";\n`);
      return { name, folder: join(folder, name) };
    });
    mkdirSync(join(folder, "panel", "assets"), { recursive: true });
    for (const file of ["index.html", "theme.js"]) writeFileSync(join(folder, "panel", file), "");
    // Where somebody must get the alarms, and the row names nobody, this is the operator.
    const { alarmEmail, isWatchedClosely } = stageConfig(stage);
    const context = {
      ...(alarmEmail === null && isWatchedClosely && { alarmEmail: "operator@example.com" }),
      // Nothing is deployed from here, so what would be uploaded is not copied.
      "aws:cdk:disable-asset-staging": "true",
    };
    const outdir = join(folder, "out");
    const { app } = gatewayApp({ outdir, bundles, panelFolder: join(folder, "panel"), stage, context, ...options });
    const { stacks } = app.synth();
    const template = (part: string): StackJson =>
      stacks.find(({ stackName }) => stackName === `messaging-gateway-${stage}-${part}`)?.template ?? { Resources: {} };
    return Object.fromEntries(STACK_PARTS.map((part) => [part, template(part)])) as Record<StackPart, StackJson>; // of every part
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The templates of a stage like `stage` that has a panel, too, so that every function is in them. */
export function templatesWithPanel(stage: string): Record<StackPart, StackJson> {
  const row = STAGES[stage];
  if (!row) throw new Error(`There is no stage ${stage}.`);
  STAGES[stage] = { ...row, ...LEAST_PANEL };
  try {
    return standInTemplates(stage, { areRulesChecked: false });
  } finally {
    STAGES[stage] = row;
  }
}
