/** The sentences of one language around a code. `{brand}`, `{code}` and `{time}` are placeholders. */
export interface OtpSentences {
  /** Above a code, with the sender's name, and without. */
  codeFor: string;
  code: string;
  /**
   * Below it: how long it is valid. `{time}` is spelled out, like "10 minutes", in the form of a stand-alone phrase.
   */
  valid: string;
  /** And that nobody else may have it. */
  secret: string;
  /** Written by the person, from a link; the code comes first. */
  link: string;
  /** The answer to that, with the name and without. */
  confirmedFor: string;
  confirmed: string;
}

/** The sentences in their order. */
export const sentences = (...said: SentenceTuple): OtpSentences => {
  const [codeFor, code, valid, secret, link, confirmedFor, confirmed] = said;
  return { codeFor, code, valid, secret, link, confirmedFor, confirmed };
};

/** As long as the list of sentences: a missing one does not compile. */
type SentenceTuple = [string, string, string, string, string, string, string];
