import * as z from "zod";
import { ERROR_CODES, type ErrorCode } from "./error-codes.ts";

const CODES = Object.keys(ERROR_CODES) as ErrorCode[]; // Object.keys loses the key type

/** The body of every error answer. Spec: Errors. */
export const ErrorAnswer = z
  .object({
    message: z.string().meta({ description: "Plain words: what is wrong and what to do" }),
    code: z.enum(CODES).meta({ description: "Stable, for programs" }),
    errors: z
      .record(z.string(), z.array(z.string()))
      .optional()
      .meta({ description: "With validation_failed: field -> sentences" }),
    attempts_left: z.int().optional().meta({ description: "With wrong_code and no_attempts_left: attempts left" }),
  })
  .meta({ id: "Error" });
