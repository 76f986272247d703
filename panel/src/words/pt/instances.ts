import type { Words } from "../words.ts";

export const words: Words<"instances"> = {
  title: "Números",
};
