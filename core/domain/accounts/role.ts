import type { KeyKind } from "../../contracts/account.ts";
import { ROLES, type Role } from "../../contracts/panel/roles.ts";

/** Whether this role may do what needs at least `least`; each role includes all the ones before it. */
export function isRoleAllowed(role: Role, least: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(least);
}

/**
 * Returns the kind of key that sees the same as a person in this role: a viewer doesn't see data that a route shows
 * only to keys that may send. A table in the panel decides what a person may do.
 */
export const kindOfRole = (role: Role): KeyKind => (role === "viewer" ? "read" : "full");
