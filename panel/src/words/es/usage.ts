import type { Words } from "../words.ts";

export const words: Words<"usage"> = {
  title: "Uso y plan",
};
