import type { Words } from "../words.ts";

export const words: Words<"chats"> = {
  title: "Conversas",
};
