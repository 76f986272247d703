/** The sentences around a code in one language. `{brand}`, `{code}` and `{time}` are placeholders. */
export interface OtpSentences {
  /** Above a code, with the sender's name and without. */
  codeFor: string;
  code: string;
  /**
   * Below the code: how long it is valid. `{time}` is spelled out, like "10 minutes", in the form of a stand-alone
   * phrase.
   */
  valid: string;
  /** Below that: a request to share the code with nobody. */
  secret: string;
  /** Sent by the person, from a link; the code comes first. */
  link: string;
  /** The answer to that text, with the name and without. */
  confirmedFor: string;
  confirmed: string;
}

/** Builds the sentences from a list in their order. */
export const sentences = (...said: SentenceTuple): OtpSentences => {
  const [codeFor, code, valid, secret, link, confirmedFor, confirmed] = said;
  return { codeFor, code, valid, secret, link, confirmedFor, confirmed };
};

/** As long as the list of sentences, so a missing one does not compile. */
type SentenceTuple = [string, string, string, string, string, string, string];
