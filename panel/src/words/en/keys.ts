/** Words of the keys pages. */
export const words = {
  title: "API keys",
} as const;
