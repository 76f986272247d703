import { Template } from "aws-cdk-lib/assertions";
import { STAGES } from "../../lib/config.ts";
import { type StackJson, type StackPart, standInTemplates } from "../../lib/stand-in-templates.ts";
import { keptTemplates } from "./kept-templates.ts";

/** A resource in a template. */
export interface Resource {
  Type: string;
  // A template's properties are any JSON; the tests read into them and fail when they are otherwise.
  // biome-ignore lint/suspicious/noExplicitAny: see above
  Properties: any;
  DependsOn?: string[];
  DeletionPolicy?: string;
  UpdateReplacePolicy?: string;
}

/** A stack as CloudFormation receives it. */
export interface StackTemplate {
  template: Template;
  resources: Record<string, Resource>;
  /** Returns all resources of this type, with their logical ids. */
  ofType(type: string): [string, Resource][];
}

type Stacks = Record<StackPart, StackTemplate>;

/** The stacks created in this process, keyed by everything they depend on. */
const MADE = new Map<string, Stacks>();

/**
 * Returns a stage's stacks, with empty stacks for a front or panel that the stage doesn't have. The functions' code is
 * replaced with stand-ins, because the stacks don't depend on it. Stacks for the same settings are created once and
 * stored on disk for all processes, so a test must only change copies of a template.
 */
export function synthesised(stage: string, options: { areRulesChecked: boolean } = { areRulesChecked: false }): Stacks {
  const keyOf = (areRulesChecked: boolean) => JSON.stringify([STAGES[stage], stage, { areRulesChecked }]);
  const of = keyOf(options.areRulesChecked);
  // Checking the rules doesn't change the templates.
  const made = MADE.get(of) ?? MADE.get(keyOf(true)) ?? make(stage, options);
  MADE.set(of, made);
  return made;
}

function make(stage: string, options: { areRulesChecked: boolean }): Stacks {
  const key = JSON.stringify([STAGES[stage], stage, options]);
  const parts = keptTemplates(key, () => standInTemplates(stage, options));
  return Object.fromEntries(Object.entries(parts).map(([part, json]) => [part, stackTemplate(json)])) as Stacks; // of every part
}

function stackTemplate(json: StackJson): StackTemplate {
  const resources = json.Resources as Record<string, Resource>; // the tests read into its properties
  return {
    template: Template.fromJSON(json),
    resources,
    ofType: (type) => Object.entries(resources).filter(([, resource]) => resource.Type === type),
  };
}
