import css from "./Progress.module.css";

/** A progress bar with a text label. */
export function Progress({ label, value, of }: { label: string; value: number; of: number }) {
  const share = of > 0 ? Math.min(1, value / of) : 0;
  return (
    <div
      className={css.progress}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={of}
      aria-valuenow={value}
    >
      <span className={css.bar} style={{ inlineSize: `${share * 100}%` }} />
    </div>
  );
}
