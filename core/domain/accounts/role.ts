import { ROLES, type Role } from "../../contracts/panel/roles.ts";

/** Whether somebody with this role may do what needs at least `least`: each role may all that the ones before it may. */
export function isRoleAllowed(role: Role, least: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(least);
}
