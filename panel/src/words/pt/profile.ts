import type { Words } from "../words.ts";

export const words: Words<"profile"> = {
  title: "Perfil",
};
