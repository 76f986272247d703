import type { Rights } from "../../aws/rights/judge.ts";
import { type Environments, environmentsOf } from "./environments-of.ts";
import { policiesOf, rolesOf } from "./roles-of.ts";
import type { StageTemplate } from "./template-values.ts";

/**
 * The parts of a deployment used on a single machine: the permissions and environment of each function and of the
 * session service.
 */
export interface Deployment extends Rights {
  environments: Environments;
}

/**
 * Extracts these parts from a stage's templates. @throws Error if the templates contain anything that can't be
 * interpreted.
 */
export function deploymentOf(templates: Readonly<Record<string, unknown>>, stage: string): Deployment {
  const stacks = Object.values(templates) as StageTemplate[]; // as the synthesis wrote them
  return {
    roles: rolesOf(stacks, stage),
    policies: policiesOf(stacks, stage),
    environments: environmentsOf(stacks, stage),
  };
}
