import type { Words } from "../words.ts";

export const words: Words<"me"> = {
  title: "Minhas configurações",
};
