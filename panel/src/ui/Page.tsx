import { type ReactNode, useEffect, useRef } from "react";
import { GuideLink } from "./GuideLink.tsx";
import type { Guide } from "./guides.ts";
import css from "./Page.module.css";
import { UserText } from "./UserText.tsx";
import { WindowTitle } from "./WindowTitle.tsx";

/**
 * The layout of a page: its title, actions, and content. The title also names the window and gets the focus when the
 * page opens, so screen readers start there.
 */
export function Page({
  title,
  windowTitle = title,
  isTitleTheirs = false,
  intro,
  guide,
  actions,
  back,
  isWide = false,
  children,
}: {
  title: string;
  /** A more specific title for the window. */
  windowTitle?: string;
  /** Whether the title is a name that someone chose rather than one of the panel's own texts. */
  isTitleTheirs?: boolean;
  intro?: ReactNode;
  guide?: Guide;
  actions?: ReactNode;
  /** A link to the parent page. */
  back?: ReactNode;
  isWide?: boolean;
  children: ReactNode;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another title is another page
  useEffect(() => {
    if (document.documentElement.dataset.moved === "1") heading.current?.focus({ preventScroll: true });
  }, [windowTitle]);
  return (
    <div className={isWide ? css.wide : css.page}>
      <WindowTitle of={[windowTitle]} />
      {back ? <p className={css.back}>{back}</p> : null}
      <header className={css.head}>
        <div>
          <h1 ref={heading} tabIndex={-1} className={css.title}>
            {isTitleTheirs ? <UserText isName>{title}</UserText> : title}
          </h1>
          {intro ? (
            <div className={css.intro}>
              {intro} {guide ? <GuideLink guide={guide} /> : null}
            </div>
          ) : null}
        </div>
        {actions ? <div className={css.actions}>{actions}</div> : null}
      </header>
      {children}
    </div>
  );
}

/** A section of a page, with its own heading. */
export function Section({
  title,
  intro,
  guide,
  actions,
  children,
}: {
  title: string;
  intro?: ReactNode;
  guide?: Guide;
  actions?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className={css.section}>
      <header className={css.sectionHead}>
        <div>
          <h2 className={css.sectionTitle}>{title}</h2>
          {intro || guide ? (
            <p className={css.sectionIntro}>
              {intro} {guide ? <GuideLink guide={guide} /> : null}
            </p>
          ) : null}
        </div>
        {actions ? <div className={css.actions}>{actions}</div> : null}
      </header>
      {children}
    </section>
  );
}

/** A bordered box. */
export function Card({ children, isPadded = true }: { children: ReactNode; isPadded?: boolean }) {
  return <div className={isPadded ? css.card : css.cardBare}>{children}</div>;
}
