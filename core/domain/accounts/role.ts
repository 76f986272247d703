import type { KeyKind } from "../../contracts/account.ts";
import { ROLES, type Role } from "../../contracts/panel/roles.ts";

/**
 * Whether this role is allowed to do something that requires at least the role `least`. Each role includes all lower
 * roles.
 */
export function isRoleAllowed(role: Role, least: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(least);
}

/**
 * Returns the kind of key that sees the same data as a user in this role. A viewer doesn't see data that a route shows
 * only to keys that can send. What a user may do is determined by a table in the panel.
 */
export const kindOfRole = (role: Role): KeyKind => (role === "viewer" ? "read" : "full");
