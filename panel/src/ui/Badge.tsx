import type { ReactNode } from "react";
import css from "./Badge.module.css";

/** The tone of a badge or dot; the words beside it convey the same. */
export type Tone = "good" | "warn" | "bad" | "info" | "quiet";

/** A short state in words. */
export function Badge({ tone = "quiet", children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span className={`${css.badge} ${css[tone]}`}>
      <span className={css.dot} aria-hidden="true" />
      {children}
    </span>
  );
}
