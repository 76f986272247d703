/** Words of the activity pages. */
export const words = {
  title: "Activity log",
} as const;
