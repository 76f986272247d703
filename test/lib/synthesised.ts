import { Template } from "aws-cdk-lib/assertions";
import { STAGES } from "../../lib/config.ts";
import { type StackJson, type StackPart, standInTemplates } from "../../lib/stand-in-templates.ts";

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

type Stacks = Record<StackPart, StackTemplate>;

/** What was made in this process, by everything that it depends on. */
const MADE = new Map<string, Stacks>();

/**
 * The stacks of a stage, the front's and the panel's empty when it has none, made from stand-ins for the functions'
 * code: what the stacks say does not depend on it. A stage with the same settings is made once; whoever changes a
 * template changes a copy.
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
  const made = Object.entries(standInTemplates(stage, options)).map(([part, json]) => [part, stackTemplate(json)]);
  return Object.fromEntries(made) as Stacks; // of every part
}

function stackTemplate(json: StackJson): StackTemplate {
  const resources = json.Resources as Record<string, Resource>; // the tests read into its properties
  return {
    template: Template.fromJSON(json),
    resources,
    ofType: (type) => Object.entries(resources).filter(([, resource]) => resource.Type === type),
  };
}
