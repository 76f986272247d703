import type { ReactNode } from "react";

/** A placeholder in a text for a value that is replaced by an element, such as a time. */
export const SLOT = "\u0000";

/** A sentence in which `SLOT` is replaced by an element. */
export function Sentence({ text, children }: { text: string; children: ReactNode }) {
  const [before, after] = text.split(SLOT);
  return (
    <>
      {before}
      {children}
      {after}
    </>
  );
}
