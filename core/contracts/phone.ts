import { LIMITS } from "./limits.ts";
import { text } from "./text.ts";

/** The error message for a refused phone number. Spec: Errors, rule 1. */
export const PHONE_RULE = "The number must be in international format with its country code, like 201012345678.";

/** A phone number in a request, not yet checked by `isInternationalNumber`. */
export const givenPhone = () => text(LIMITS.phoneMaxChars, PHONE_RULE);
