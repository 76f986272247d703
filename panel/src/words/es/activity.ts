import type { Words } from "../words.ts";

export const words: Words<"activity"> = {
  title: "Registro de actividad",
};
