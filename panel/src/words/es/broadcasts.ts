import type { Words } from "../words.ts";

export const words: Words<"broadcasts"> = {
  title: "Difusiones",
};
