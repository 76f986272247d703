/** Words of the deliveries pages. */
export const words = {
  title: "Deliveries",
} as const;
