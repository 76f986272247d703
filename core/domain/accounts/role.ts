import type { KeyKind } from "../../contracts/account.ts";
import { ROLES, type Role } from "../../contracts/panel/roles.ts";

/** Whether this role may do something that requires at least the role `least`. Each role includes all lower roles. */
export function isRoleAllowed(role: Role, least: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(least);
}

/**
 * Returns the kind of key that can see the same data as a user with this role. Viewers don't see data that a route
 * shows only to keys that can send. What each role may do is listed in a table in the panel.
 */
export const kindOfRole = (role: Role): KeyKind => (role === "viewer" ? "read" : "full");
