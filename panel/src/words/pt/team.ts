import type { Words } from "../words.ts";

export const words: Words<"team"> = {
  title: "Equipe",
};
