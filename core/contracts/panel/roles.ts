/** A panel user's roles in an account, from the lowest to the highest. */
export const ROLES = ["viewer", "member", "admin"] as const;
export type Role = (typeof ROLES)[number];
