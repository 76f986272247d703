import type { ReactNode } from "react";
import css from "./Badge.module.css";

/** The tone (color) of a badge or dot. The text next to it says the same thing. */
export type Tone = "good" | "warn" | "bad" | "info" | "quiet";

/** Shows a state in a few words. */
export function Badge({ tone = "quiet", children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span className={`${css.badge} ${css[tone]}`}>
      <span className={css.dot} aria-hidden="true" />
      {children}
    </span>
  );
}
