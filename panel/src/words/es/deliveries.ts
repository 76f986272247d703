import type { Words } from "../words.ts";

export const words: Words<"deliveries"> = {
  title: "Entregas",
};
