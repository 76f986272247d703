import type { Words } from "../words.ts";

export const words: Words<"me"> = {
  title: "Mi configuración",
};
