import type { Words } from "../words.ts";

export const words: Words<"protection"> = {
  title: "Protección",
};
