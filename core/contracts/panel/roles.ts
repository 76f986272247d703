/** A panel user's roles in an account, from the least to the most. */
export const ROLES = ["viewer", "member", "admin"] as const;
export type Role = (typeof ROLES)[number];
