import type { KeyKind } from "../../contracts/account.ts";
import { ROLES, type Role } from "../../contracts/panel/roles.ts";

/** Whether this role may do something that requires at least the role `least`; each role includes all lower roles. */
export function isRoleAllowed(role: Role, least: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(least);
}

/**
 * Returns the kind of key that sees the same data as a user in this role. A viewer doesn't see data that a route shows
 * only to keys that may send. A table in the panel determines what a user may do.
 */
export const kindOfRole = (role: Role): KeyKind => (role === "viewer" ? "read" : "full");
