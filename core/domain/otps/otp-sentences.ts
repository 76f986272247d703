/** The sentences around a code in one language. `{brand}`, `{code}` and `{time}` are placeholders. */
export interface OtpSentences {
  /** Above a code, with and without the sender's name. */
  codeFor: string;
  code: string;
  /**
   * Below the code: how long it is valid. `{time}` is written out, like "10 minutes", in the form that it has as a
   * phrase by itself.
   */
  valid: string;
  /** Below that: the request to share the code with nobody. */
  secret: string;
  /** The text that a person sends from a link, with the code first. */
  link: string;
  /** The answer to that text, with and without the name. */
  confirmedFor: string;
  confirmed: string;
}

/** Builds the sentences from a list in the order of the fields. */
export const sentences = (...said: SentenceTuple): OtpSentences => {
  const [codeFor, code, valid, secret, link, confirmedFor, confirmed] = said;
  return { codeFor, code, valid, secret, link, confirmedFor, confirmed };
};

/** As long as the list of fields, so that a missing sentence does not compile. */
type SentenceTuple = [string, string, string, string, string, string, string];
