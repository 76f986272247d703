import { useFailureWords } from "./failure-words.ts";
import css from "./SubmitError.module.css";

/** Why a change was refused, if no field shows it. */
export function SubmitError({ error }: { error: unknown }) {
  const wordsOf = useFailureWords();
  if (!error) return null;
  return (
    <p role="alert" className={css.error}>
      {wordsOf(error)}
    </p>
  );
}
