import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { STAGES, stageConfig } from "./config.ts";
import { gatewayApp } from "./gateway-app.ts";
import { ALL_FUNCTIONS } from "./wiring.ts";

/** The parts of a deployment, each of which is a stack. */
export const STACK_PARTS = ["data", "queues", "stream", "service", "session", "front", "panel"] as const;
export type StackPart = (typeof STACK_PARTS)[number];

/**
 * A stack's template as CloudFormation receives it. If the stage doesn't have this stack, the template has no
 * resources.
 */
export type StackJson = { Resources: Record<string, { Type: string; Properties?: unknown }>; Outputs?: unknown };

/** The minimum settings that a stage's row needs to have a panel. */
export const LEAST_PANEL = {
  hasPanel: true,
  panelOriginSecrets: [{ name: "messaging-gateway-trial-panel-1", sha256: "ab".repeat(32) }],
};

/**
 * Returns a stage's templates, built with placeholders for the code of the functions, the panel, and the API reference,
 * none of which affect the stacks. Takes several seconds.
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
    mkdirSync(join(folder, "reference"));
    writeFileSync(join(folder, "reference", "index.html"), "");
    const folders = { panelFolder: join(folder, "panel"), referenceFolder: join(folder, "reference") };
    // If a stage needs someone to receive its alarms but its row has no address, use a placeholder address.
    const { alarmEmail, isWatchedClosely } = stageConfig(stage);
    const context = {
      ...(alarmEmail === null && isWatchedClosely && { alarmEmail: "operator@example.com" }),
      // Nothing is deployed from these templates, so don't copy the assets to upload.
      "aws:cdk:disable-asset-staging": "true",
    };
    const outdir = join(folder, "out");
    const { app } = gatewayApp({ outdir, bundles, ...folders, stage, context, ...options });
    const { stacks } = app.synth();
    const template = (part: string): StackJson =>
      stacks.find(({ stackName }) => stackName === `messaging-gateway-${stage}-${part}`)?.template ?? { Resources: {} };
    return Object.fromEntries(STACK_PARTS.map((part) => [part, template(part)])) as Record<StackPart, StackJson>; // of every part
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns the templates of a stage like `stage` but with a panel, so that they contain every function. */
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
