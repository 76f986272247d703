import { CircleAlert, RotateCw } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { ApiFailure } from "../api/client.ts";
import { useWords } from "../words/use-words.ts";
import { Button } from "./Button.tsx";
import { useFailureWords } from "./failure-words.ts";
import css from "./States.module.css";

const PATIENCE_MS = 300;

/** Gray bars shown while content is loading. They appear after a short delay, so the page doesn't flicker. */
export function Skeleton({ lines = 3 }: { lines?: number }) {
  const t = useWords("common");
  const [isShown, show] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => show(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!isShown) return <div className={css.waiting} data-loading="" />;
  return (
    <div className={css.skeleton} role="status" data-loading="">
      <span className="hidden-visually">{t("loading")}</span>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: bars are all alike
        <span key={line} className={css.bar} aria-hidden="true" />
      ))}
    </div>
  );
}

/** Reports that something couldn't be loaded and why, and offers to retry. */
export function Failure({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const t = useWords("common");
  const wordsOf = useFailureWords();
  const requestId = error instanceof ApiFailure ? error.requestId : null;
  return (
    <div className={css.failure} role="alert">
      <CircleAlert aria-hidden="true" className={css.failureIcon} />
      <div>
        <p className={css.failureTitle}>{t("failedTitle")}</p>
        <p>{wordsOf(error)}</p>
        {requestId ? <p className={css.requestId}>{t("requestId", { id: requestId })}</p> : null}
        {onRetry ? (
          <div className={css.retry}>
            <Button isSmall icon={<RotateCw aria-hidden="true" />} onPress={onRetry}>
              {t("tryAgain")}
            </Button>
          </div>
        ) : null}
      </div>
    </div>
  );
}

/** Shown in place of an empty list. Explains what the list is for, with a button for creating the first entry. */
export function EmptyState({
  icon,
  title,
  children,
  action,
}: {
  icon?: ReactNode;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className={css.empty}>
      {icon ? (
        <span className={css.emptyIcon} aria-hidden="true">
          {icon}
        </span>
      ) : null}
      <p className={css.emptyTitle}>{title}</p>
      {children ? <div className={css.emptyText}>{children}</div> : null}
      {action}
    </div>
  );
}

/** A notice within a page. */
export function Notice({
  kind = "info",
  title,
  children,
  action,
}: {
  kind?: "info" | "warn" | "bad" | "good";
  title?: string;
  children?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className={`${css.notice} ${css[kind]}`}>
      <div className={css.noticeText}>
        {title ? <p className={css.noticeTitle}>{title}</p> : null}
        {children}
      </div>
      {action}
    </div>
  );
}
