import type { Rights } from "../../aws/rights/judge.ts";
import { type Environments, environmentsOf } from "./environments-of.ts";
import { policiesOf, rolesOf } from "./roles-of.ts";
import type { StageTemplate } from "./template-values.ts";

/** The part of a deployment that one machine uses: each runtime's rights and environment. */
export interface Deployment extends Rights {
  environments: Environments;
}

/** Reads it from a stage's templates. @throws Error for anything it doesn't understand. */
export function deploymentOf(templates: Readonly<Record<string, unknown>>, stage: string): Deployment {
  const stacks = Object.values(templates) as StageTemplate[]; // as the synthesis wrote them
  return {
    roles: rolesOf(stacks, stage),
    policies: policiesOf(stacks, stage),
    environments: environmentsOf(stacks, stage),
  };
}
