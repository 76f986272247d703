import { ApiFailure } from "../api/client.ts";

/** A page's own messages for refusals it expects, by error code and form field. */
export interface OwnWords {
  codes?: Partial<Record<ApiFailure["code"], string>>;
  fields?: Readonly<Record<string, string>>;
  /** Maps the path of an API field to the form's name for it, if that is different. */
  fieldOf?: (path: string) => string;
}

/**
 * Replaces the API's messages in a failure with the page's own messages. The API responds in English and gives more
 * detail about invalid fields than the panel does, so its field errors are replaced only in other languages.
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
