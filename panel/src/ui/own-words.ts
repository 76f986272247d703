import { ApiFailure } from "../api/client.ts";

/** A page's sentences for refusals it expects: by code, and by field of a refused form. */
export interface OwnWords {
  codes?: Partial<Record<ApiFailure["code"], string>>;
  fields?: Readonly<Record<string, string>>;
  /** The form's name of a field that the API calls something else. */
  fieldOf?: (path: string) => string;
}

/**
 * The same failure with the page's sentences in place of the API's. The API speaks English and knows more about a field
 * than we do: in English its own sentences are shown, and only other languages get ours.
 */
export function inOwnWords(error: ApiFailure, { codes, fields, fieldOf }: OwnWords, isEnglish: boolean): ApiFailure {
  const errors = Object.fromEntries(
    Object.entries(error.errors).map(([field, said]) => {
      const own = isEnglish ? undefined : (fields?.[field] ?? fields?.[field.split(".")[0] ?? ""]);
      return [fieldOf?.(field) ?? field, own === undefined ? said : [own]];
    }),
  );
  const [first] = Object.values(errors).flat();
  const message = codes?.[error.code] ?? (error.code === "validation_failed" ? first : undefined) ?? error.message;
  const { status, code, requestId, retryAfterSec } = error;
  return new ApiFailure(message, { status, code, errors, requestId, retryAfterSec });
}
