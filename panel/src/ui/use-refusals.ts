import { useState } from "react";
import { ApiFailure } from "../api/client.ts";

type FieldErrors = Record<string, string | string[]>;

/** The sentences of a failure at the fields of their names. */
const atFields = (error: unknown): FieldErrors => (error instanceof ApiFailure ? error.errors : {});

/**
 * Props of a form whose last attempt failed with `error`: what was said of each field, until somebody types. Cleared later,
 * when the field is left, a sentence would move the button that is just being pressed, and the press would be lost.
 * @param fieldsOf where the sentences go; by default to the fields of their names.
 */
export function useRefusals(error: unknown, fieldsOf: (error: unknown) => FieldErrors = atFields) {
  const [typedAfter, setTypedAfter] = useState<unknown>(null);
  const isOld = typedAfter === error;
  return { validationErrors: isOld ? {} : fieldsOf(error), onInput: () => setTypedAfter(error) };
}
