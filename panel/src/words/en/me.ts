/** Words of the me pages. */
export const words = {
  title: "My settings",
} as const;
