/** Words of the usage pages. */
export const words = {
  title: "Usage and plan",
} as const;
