import type { ReactNode } from "react";

/** A value for a text's placeholder that will be replaced by an element, such as a time. */
export const SLOT = "\u0000";

/** A sentence in which an element takes the place of `SLOT`. */
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
