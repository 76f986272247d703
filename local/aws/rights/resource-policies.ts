import { matches, type NeededRight, type Statement } from "./statements.ts";

/** A statement in a queue's, bucket's or key's policy. */
export interface ResourceStatement extends Statement {
  /** The principals, such as `AWS *`, `AWS arn:…:root` or `Service events.amazonaws.com`. */
  principals: readonly string[];
}

/** The caller: a role of the account, or a service on its own behalf. */
export type Principal = { kind: "role"; accountRoot: string } | { kind: "service"; name: string };

/**
 * Returns what a resource's policies decide. `deny` is final. `allow` is sufficient for a service, but a role's request
 * to a key also needs the role's own rights. `silent` leaves the decision to the role's policies.
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
