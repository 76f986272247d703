import type { Words } from "../words.ts";

export const words: Words<"start"> = {
  title: "Primeros pasos",
};
