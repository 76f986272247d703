import type { KeyKind } from "../../contracts/account.ts";
import { ROLES, type Role } from "../../contracts/panel/roles.ts";

/** Whether this role may do what needs at least `least`: each role includes all the ones before it. */
export function isRoleAllowed(role: Role, least: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(least);
}

/**
 * The kind of key with the same view as a person in this role: whatever a route shows only to keys that may send is
 * hidden from a viewer too. What a person may do is decided by the panel's own table.
 */
export const kindOfRole = (role: Role): KeyKind => (role === "viewer" ? "read" : "full");
