import type { Words } from "../words.ts";

export const words: Words<"link"> = {
  title: "Vincular un teléfono",
};
