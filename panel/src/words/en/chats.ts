/** Words of the chats pages. */
export const words = {
  title: "Chats",
} as const;
