import type { Words } from "../words.ts";

export const words: Words<"usage"> = {
  title: "Uso e plano",
};
