import type { Deployment } from "../../../local/system/rights/deployment-of.ts";

/**
 * The same deployment without some rights of its roles. @param taken `role action`, with commas between; empty: none.
 * @throws Error for a right that the role does not have: nothing would be taken away.
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
