import { ApiFailure } from "../api/client.ts";
import { useCatalogs } from "../words/use-words.ts";

/** A page's sentences for refusals it expects: by code, and by field of a refused form. */
export interface OwnWords {
  codes?: Partial<Record<ApiFailure["code"], string>>;
  fields?: Readonly<Record<string, string>>;
}

/**
 * Puts a refusal into the page's words. The API speaks English and knows more about a field than we do: in English its
 * own sentences are shown, and only other languages get ours. @returns a function from a failure to the one to show.
 */
export function useOwnWords(words: OwnWords): (error: unknown) => unknown {
  const { locale } = useCatalogs();
  return (error) => (error instanceof ApiFailure ? inOwnWords(error, words, locale.startsWith("en")) : error);
}

/** The same failure with the page's sentences in place of the API's. */
export function inOwnWords(error: ApiFailure, { codes, fields }: OwnWords, isEnglish: boolean): ApiFailure {
  const errors = Object.fromEntries(
    Object.entries(error.errors).map(([field, said]) => {
      const own = isEnglish ? undefined : (fields?.[field] ?? fields?.[field.split(".")[0] ?? ""]);
      return [field, own === undefined ? said : [own]];
    }),
  );
  const [first] = Object.values(errors).flat();
  const message = codes?.[error.code] ?? (error.code === "validation_failed" ? first : undefined) ?? error.message;
  const { status, code, requestId, retryAfterSec } = error;
  return new ApiFailure(message, { status, code, errors, requestId, retryAfterSec });
}
