/** The sentences of one language around a code. `{brand}`, `{code}` and `{time}` stand for themselves. */
export interface OtpSentences {
  /** Above a code, with the name of whom it is for, and without. */
  codeFor: string;
  code: string;
  /** Below it: how long it is valid. `{time}` is counted out, like "10 minutes", in the form in which it stands alone. */
  valid: string;
  /** And that nobody else may have it. */
  secret: string;
  /** Written by the person, from a link; the code stands first. */
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

/** As long as there are sentences: one that is left out does not compile. */
type SentenceTuple = [string, string, string, string, string, string, string];
