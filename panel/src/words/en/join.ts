/** Words of the join pages. */
export const words = {
  title: "Join an account",
} as const;
