import type { Words } from "../words.ts";

export const words: Words<"keys"> = {
  title: "Claves de API",
};
