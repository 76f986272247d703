import type { Words } from "../words.ts";

export const words: Words<"answers"> = {
  title: "Respuestas automáticas",
};
