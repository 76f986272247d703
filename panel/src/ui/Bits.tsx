import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import css from "./Bits.module.css";

/** Mood of a badge or dot; the words beside it say the same. */
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

/** Characters that change the direction of the following text: in a name they could make it look like another. */
const TURNING = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** A stranger's text, in its own direction. `isName`: direction characters are removed. */
export function Theirs({ children, isName = false }: { children: string; isName?: boolean }) {
  return <bdi dir="auto">{isName ? children.replaceAll(TURNING, "") : children}</bdi>;
}

/** Names and values in pairs. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className={css.facts}>
      {facts.map(([name, value]) => (
        <div key={name} className={css.fact}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Unchanged text in a fixed-width face: code, headers, bodies. It scrolls within itself. */
export function CodeBlock({ children, label }: { children: string; label: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    // biome-ignore lint/a11y/useSemanticElements: a section can't hold text as it is
    <pre className={css.code} aria-label={label} tabIndex={0} role="region">
      <code>{children}</code>
    </pre>
  );
}

/** A share of a whole as a bar; the words are its name. */
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

/** Tabs that are links: each is a page of its own. */
export function LinkTabs({
  label,
  tabs,
}: {
  label: string;
  tabs: readonly { to: string; label: string; isExact?: boolean }[];
}) {
  return (
    <nav aria-label={label} className={css.tabs}>
      {tabs.map(({ to, label: name, isExact = false }) => (
        <Link
          key={to}
          to={to}
          className={css.tab}
          activeOptions={{ exact: isExact }}
          activeProps={{ "aria-current": "page" }}
        >
          {name}
        </Link>
      ))}
    </nav>
  );
}
