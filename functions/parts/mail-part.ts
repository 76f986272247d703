import { mailOf } from "../mail-deps.ts";
import type { Part } from "../own-deps.ts";

/** Sends emails if a way to send them is configured. */
export const mailPart: Part = {
  needs: ["mail"],
  build: () => ({ mail: mailOf(process.env) }),
};
