/** The sentences around a code in a single language. `{brand}`, `{code}` and `{time}` are placeholders. */
export interface OtpSentences {
  /** The sentence above a code, with and without the sender's name. */
  codeFor: string;
  code: string;
  /**
   * The sentence below the code, which states how long the code is valid. `{time}` is written out, e.g. "10 minutes",
   * in the grammatical form of a standalone phrase.
   */
  valid: string;
  /** The sentence after that, asking the recipient not to share the code. */
  secret: string;
  /** The text that a person sends from a link. It starts with the code. */
  link: string;
  /** The reply to that text, with and without the sender's name. */
  confirmedFor: string;
  confirmed: string;
}

/** Builds the sentences from a list in the order of the fields. */
export const sentences = (...said: SentenceTuple): OtpSentences => {
  const [codeFor, code, valid, secret, link, confirmedFor, confirmed] = said;
  return { codeFor, code, valid, secret, link, confirmedFor, confirmed };
};

/** A tuple with one element per field, so a missing sentence is a compile error. */
type SentenceTuple = [string, string, string, string, string, string, string];
