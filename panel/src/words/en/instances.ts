/** Words of the instances pages. */
export const words = {
  title: "Numbers",
} as const;
