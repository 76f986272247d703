/** Words of the protection pages. */
export const words = {
  title: "Protection",
} as const;
