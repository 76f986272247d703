/** The sentences around a code in a single language. `{brand}`, `{code}` and `{time}` are placeholders. */
export interface OtpSentences {
  /** The sentence above a code, with and without the sender's name. */
  codeFor: string;
  code: string;
  /**
   * The sentence below the code, stating how long the code is valid. `{time}` is written out, like "10 minutes", in the
   * grammatical form of a standalone phrase.
   */
  valid: string;
  /** The sentence below that, asking the recipient not to share the code with anyone. */
  secret: string;
  /** The text that a person sends from a link. It starts with the code. */
  link: string;
  /** The answer to that text, with and without the sender's name. */
  confirmedFor: string;
  confirmed: string;
}

/** Builds the sentences from a list that is in the order of the fields. */
export const sentences = (...said: SentenceTuple): OtpSentences => {
  const [codeFor, code, valid, secret, link, confirmedFor, confirmed] = said;
  return { codeFor, code, valid, secret, link, confirmedFor, confirmed };
};

/** A tuple with as many elements as there are fields, so a missing sentence does not compile. */
type SentenceTuple = [string, string, string, string, string, string, string];
