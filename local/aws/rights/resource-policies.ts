import { matches, type NeededRight, type Statement } from "./statements.ts";

/** One statement in the policy of a queue, a bucket or a key. */
export interface ResourceStatement extends Statement {
  /** `AWS *`, `AWS arn:…:root`, `Service events.amazonaws.com` */
  principals: readonly string[];
}

/** The caller: a role of the account, or a service on its own behalf. */
export type Principal = { kind: "role"; accountRoot: string } | { kind: "service"; name: string };

/**
 * Returns the verdict of a resource's policies. `deny` is final; `allow` is enough for a service, and a role's request
 * to a key needs it besides the role's own; `silent`: the role's policies alone decide.
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
