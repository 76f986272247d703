/** Words of the webhooks pages. */
export const words = {
  title: "Webhooks",
} as const;
