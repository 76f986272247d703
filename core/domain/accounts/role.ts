import type { KeyKind } from "../../contracts/account.ts";
import { ROLES, type Role } from "../../contracts/panel/roles.ts";

/** Whether somebody with this role may do what needs at least `least`: each role may all that the ones before it may. */
export function isRoleAllowed(role: Role, least: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(least);
}

/**
 * The kind of key that sees what a person with this role sees: whatever a route shows only to keys that may send, a
 * viewer does not see either. What a person may do is judged by the panel's own table.
 */
export const kindOfRole = (role: Role): KeyKind => (role === "viewer" ? "read" : "full");
