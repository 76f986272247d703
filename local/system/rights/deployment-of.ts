import type { Rights } from "../../aws/rights/judge.ts";
import { type Environments, environmentsOf } from "./environments-of.ts";
import { policiesOf, rolesOf } from "./roles-of.ts";
import type { StageTemplate } from "./template-values.ts";

/**
 * The parts of a deployment that a single machine uses: each function's rights and environment, and those of the
 * session service.
 */
export interface Deployment extends Rights {
  environments: Environments;
}

/**
 * Extracts these parts from a stage's templates. @throws Error for anything in the templates that it can't interpret.
 */
export function deploymentOf(templates: Readonly<Record<string, unknown>>, stage: string): Deployment {
  const stacks = Object.values(templates) as StageTemplate[]; // as the synthesis wrote them
  return {
    roles: rolesOf(stacks, stage),
    policies: policiesOf(stacks, stage),
    environments: environmentsOf(stacks, stage),
  };
}
