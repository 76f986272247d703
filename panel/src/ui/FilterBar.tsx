import type { ReactNode } from "react";
import css from "./FilterBar.module.css";

/** A row of filters above a list. */
export function FilterBar({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would want a legend in view
    <div role="group" aria-label={label} className={css.bar}>
      {children}
    </div>
  );
}
