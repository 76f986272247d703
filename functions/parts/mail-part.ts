import { mailOf } from "../mail-deps.ts";
import type { Part } from "../own-deps.ts";

/** Sends mail, where some is set up. */
export const mailPart: Part = {
  needs: ["mail"],
  build: () => ({ mail: mailOf(process.env) }),
};
