import type { Words } from "../words.ts";

export const words: Words<"join"> = {
  title: "Entrar em uma conta",
};
