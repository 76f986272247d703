import * as z from "zod";
import { ERROR_CODES, type ErrorCode } from "./error-codes.ts";

const CODES = Object.keys(ERROR_CODES) as ErrorCode[]; // Object.keys loses the key type

/** The body of every error response. Spec: Errors. */
export const ErrorAnswer = z
  .object({
    message: z.string().meta({ description: "What is wrong and what to do, in plain words" }),
    code: z.enum(CODES).meta({ description: "A stable code for programs" }),
    errors: z
      .record(z.string(), z.array(z.string()))
      .optional()
      .meta({ description: "Only with validation_failed: the error sentences for each field" }),
    attempts_left: z
      .int()
      .optional()
      .meta({ description: "Only with wrong_code and no_attempts_left: the number of attempts left" }),
  })
  .meta({ id: "Error" });
