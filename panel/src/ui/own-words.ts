import { ApiFailure } from "../api/client.ts";

/** A page's own sentences for expected refusals, by error code and by field of a refused form. */
export interface OwnWords {
  codes?: Partial<Record<ApiFailure["code"], string>>;
  fields?: Readonly<Record<string, string>>;
  /** Maps an API field's path to the form's name for it, if they differ. */
  fieldOf?: (path: string) => string;
}

/**
 * Replaces a failure's sentences with the page's own. The API speaks English and knows more about a field than we do,
 * so English keeps its field errors and only other languages get ours.
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
