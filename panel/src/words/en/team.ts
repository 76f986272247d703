/** Words of the team pages. */
export const words = {
  title: "Team",
} as const;
