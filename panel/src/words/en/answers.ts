/** Words of the answers pages. */
export const words = {
  title: "Automatic answers",
} as const;
