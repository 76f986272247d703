import type { Deployment } from "../../../local/system/rights/deployment-of.ts";

/**
 * Returns the same deployment with some of its roles' rights removed. @param taken `role action`, separated by commas,
 * or empty.
 * @throws Error for a right that the role doesn't have, because removing it would have no effect.
 */
export function withoutRights(deployment: Deployment, taken: string): Deployment {
  const roles = { ...deployment.roles };
  for (const [role = "", right = ""] of taken
    .split(",")
    .filter(Boolean)
    .map((one) => one.split(" "))) {
    const before = roles[role] ?? [];
    if (!before.some(({ actions }) => actions.includes(right))) throw new Error(`${role} has no right ${right}.`);
    roles[role] = before.map((one) => ({ ...one, actions: one.actions.filter((action) => action !== right) }));
  }
  return { ...deployment, roles };
}
