/** Words of the broadcasts pages. */
export const words = {
  title: "Broadcasts",
} as const;
