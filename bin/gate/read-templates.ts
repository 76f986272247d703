import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import type { Templates } from "./lost-exports.ts";
import { GatedTemplate } from "./template.ts";

/** One synthesised stack. */
export interface SynthesisedStack {
  name: string;
  /** The stack's region. Null means the region that the operator deploys to. */
  region: string | null;
  template: GatedTemplate;
}

const Manifest = z.object({
  artifacts: z.record(
    z.string(),
    z.looseObject({
      type: z.string(),
      environment: z.string().optional(),
      properties: z.looseObject({ templateFile: z.string().optional(), stackName: z.string().optional() }).optional(),
    }),
  ),
});

/**
 * Reads the stacks that `cdk synth` wrote to this folder.
 * @throws a plain-language error if the folder contains no stacks, or contains a stack of another stage.
 */
export function readSynthesis(folder: string, stage: string): SynthesisedStack[] {
  const manifest = Manifest.safeParse(readFile(join(folder, "manifest.json")));
  const stacks = Object.entries(manifest.data?.artifacts ?? {}).flatMap(([id, { type, environment, properties }]) => {
    if (type !== "aws:cloudformation:stack" || !properties?.templateFile) return [];
    const region = environment?.split("/").at(-1) ?? "";
    return [
      {
        name: properties.stackName ?? id,
        region: region === "" || region === "unknown-region" ? null : region,
        template: GatedTemplate.parse(readFile(join(folder, properties.templateFile))),
      },
    ];
  });
  if (!stacks.some(({ name }) => name === dataStackOf(stage))) {
    throw new Error(
      `${folder} has no templates for the stage "${stage}". Create them first: npx cdk synth --quiet -c stage=${stage}`,
    );
  }
  return stacks;
}

/** Returns the name of the stack that contains a stage's data. */
export const dataStackOf = (stage: string) => `messaging-gateway-${stage}-data`;

/**
 * Fetches the stacks' deployed templates, leaving out stacks that don't exist. @throws if a template has an unexpected
 * form.
 */
export function readDeployed(
  stacks: readonly SynthesisedStack[],
  read: (name: string, region: string | null) => unknown,
): Templates {
  return Object.fromEntries(
    stacks.flatMap(({ name, region }) => {
      const found = read(name, region);
      return found === null ? [] : [[name, GatedTemplate.parse(found)]];
    }),
  );
}

/** Reads a JSON file. Returns null if the file doesn't exist. */
export function readFile(path: string): unknown {
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : null;
}
