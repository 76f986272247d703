import css from "./CodeBlock.module.css";

/** Verbatim monospaced text, such as code, headers, or bodies. Long lines scroll within the block. */
export function CodeBlock({ children, label }: { children: string; label: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    // biome-ignore lint/a11y/useSemanticElements: a section can't hold text as it is
    <pre className={css.code} aria-label={label} tabIndex={0} role="region">
      <code>{children}</code>
    </pre>
  );
}
