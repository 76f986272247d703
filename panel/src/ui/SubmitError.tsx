import { useFailureWords } from "./failure-words.ts";
import css from "./SubmitError.module.css";

/** Shows why a change was refused, unless one of the fields already shows it. */
export function SubmitError({ error }: { error: unknown }) {
  const wordsOf = useFailureWords();
  if (!error) return null;
  return (
    <p role="alert" className={css.error}>
      {wordsOf(error)}
    </p>
  );
}
