import { matches, type NeededRight, type Statement } from "./statements.ts";

/** One statement of the policy of a queue, a bucket or a key. */
export interface ResourceStatement extends Statement {
  /** `AWS *`, `AWS arn:…:root`, `Service events.amazonaws.com` */
  principals: readonly string[];
}

/** The asking party: a role of the account, or a service for itself. */
export type Principal = { kind: "role"; accountRoot: string } | { kind: "service"; name: string };

/**
 * The word of the policies on a resource. `deny` ends it; `allow` is enough for a service, and for a role's request to
 * a key it is needed beside the role's own; `silent`: the role's policies alone decide.
 */
export function saidByPolicies(
  policies: readonly ResourceStatement[],
  principal: Principal,
  needed: NeededRight,
): "allow" | "deny" | "silent" {
  const said = policies.filter((one) => one.principals.some(isMeant(principal)) && matches(one, needed));
  if (said.some(({ effect }) => effect === "Deny")) return "deny";
  return said.some(({ effect }) => effect === "Allow") ? "allow" : "silent";
}

const isMeant = (principal: Principal) => (named: string) => {
  if (named === "AWS *") return true;
  return named === (principal.kind === "role" ? `AWS ${principal.accountRoot}` : `Service ${principal.name}`);
};
