/** Words of the start pages. */
export const words = {
  title: "First steps",
} as const;
