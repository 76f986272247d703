import type { ReactNode } from "react";

/** A text's placeholder for an element, such as a time. */
export const SLOT = "\u0000";

/** A sentence with an element where its words have `SLOT`. */
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
