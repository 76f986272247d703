import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Template } from "aws-cdk-lib/assertions";
import { STAGES, stageConfig } from "../../lib/config.ts";
import { gatewayApp } from "../../lib/gateway-app.ts";
import { ALL_FUNCTIONS } from "../../lib/wiring.ts";

/** One resource of a template. */
export interface Resource {
  Type: string;
  // A template's properties are any JSON; the tests read into them and fail when they are otherwise.
  // biome-ignore lint/suspicious/noExplicitAny: see above
  Properties: any;
  DependsOn?: string[];
  DeletionPolicy?: string;
  UpdateReplacePolicy?: string;
}

/** A stack as CloudFormation will see it. */
export interface StackTemplate {
  template: Template;
  resources: Record<string, Resource>;
  /** Resources of one type, with their logical ids. */
  ofType(type: string): [string, Resource][];
}

type Stacks = Record<"data" | "queues" | "service" | "session" | "front" | "panel", StackTemplate>;

/** What was made in this process, by everything that it depends on. */
const MADE = new Map<string, Stacks>();

/**
 * The stacks of a stage, the front's and the panel's empty when it has none, made from stand-ins for the functions' code: what the stacks
 * say does not depend on it. A stage with the same settings is made once; whoever changes a template changes a copy.
 */
export function synthesised(stage: string, options: { areRulesChecked: boolean } = { areRulesChecked: false }): Stacks {
  const keyOf = (areRulesChecked: boolean) => JSON.stringify([STAGES[stage], stage, { areRulesChecked }]);
  const of = keyOf(options.areRulesChecked);
  // The rules change nothing of the templates.
  const made = MADE.get(of) ?? MADE.get(keyOf(true)) ?? make(stage, options);
  MADE.set(of, made);
  return made;
}

function make(stage: string, options: { areRulesChecked: boolean }): Stacks {
  const folder = mkdtempSync(join(tmpdir(), "gateway-stacks-"));
  try {
    const bundles = ALL_FUNCTIONS.map(({ name }) => {
      mkdirSync(join(folder, name));
      writeFileSync(join(folder, name, "index.mjs"), `export const handler = () => "${name}";\n`);
      return { name, folder: join(folder, name), sizeBytes: 0 };
    });
    mkdirSync(join(folder, "panel", "assets"), { recursive: true });
    for (const file of ["index.html", "theme.js"]) writeFileSync(join(folder, "panel", file), "");
    // Where somebody must be told of the alarms, and the row names nobody, this is the operator.
    const { alarmEmail, isWatchedClosely } = stageConfig(stage);
    const context = {
      ...(alarmEmail === null && isWatchedClosely && { alarmEmail: "operator@example.com" }),
      // Nothing is deployed from here, so what would be uploaded is not copied.
      "aws:cdk:disable-asset-staging": "true",
    };
    const { app } = gatewayApp({
      outdir: join(folder, "out"),
      bundles,
      panelFolder: join(folder, "panel"),
      stage,
      context,
      ...options,
    });
    const assembly = app.synth();
    const stack = (part: string) => {
      const made = assembly.stacks.find(({ stackName }) => stackName === `messaging-gateway-${stage}-${part}`);
      return stackTemplate(made?.template ?? { Resources: {} });
    };
    return {
      data: stack("data"),
      queues: stack("queues"),
      service: stack("service"),
      session: stack("session"),
      front: stack("front"),
      panel: stack("panel"),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function stackTemplate(json: { Resources: Record<string, Resource> }): StackTemplate {
  return {
    template: Template.fromJSON(json),
    resources: json.Resources,
    ofType: (type) => Object.entries(json.Resources).filter(([, resource]) => resource.Type === type),
  };
}
