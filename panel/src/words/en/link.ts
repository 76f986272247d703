/** Words of the link pages. */
export const words = {
  title: "Link a phone",
} as const;
