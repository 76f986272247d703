import type { Words } from "../words.ts";

export const words: Words<"join"> = {
  title: "Unirse a una cuenta",
};
