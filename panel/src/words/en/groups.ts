/** Words of the groups pages. */
export const words = {
  title: "Groups",
} as const;
