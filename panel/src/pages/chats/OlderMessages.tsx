import { useEffect, useEffectEvent, useRef } from "react";
import { Button } from "../../ui/Button.tsx";
import { useWords } from "../../words/use-words.ts";
import css from "./Thread.module.css";

/** Request the next page before the user reaches the end of the loaded messages, so that scrolling rarely stalls. */
const AHEAD = "600px 0px 0px 0px";

/**
 * The upper end of the loaded messages. When the user scrolls near it, it requests the next page. It checks again after
 * each page, because it may still be in view after a short page. After a failed request, the user must press the
 * button.
 */
export function OlderMessages({
  hasMore,
  isPending,
  hasFailed,
  onMore,
}: {
  hasMore: boolean;
  isPending: boolean;
  hasFailed: boolean;
  onMore: () => void;
}) {
  const t = useWords("chats");
  const end = useRef<HTMLDivElement>(null);
  const goOn = useEffectEvent(onMore);
  const isAsking = hasMore && !isPending && !hasFailed;
  useEffect(() => {
    if (!isAsking || !end.current) return;
    const seen = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) goOn();
      },
      { root: end.current.closest("section"), rootMargin: AHEAD },
    );
    seen.observe(end.current);
    return () => seen.disconnect();
  }, [isAsking]);
  return (
    <div ref={end} className={css.older}>
      {hasMore ? (
        <Button isSmall isPending={isPending} onPress={onMore}>
          {t("older")}
        </Button>
      ) : (
        <p>{t("beginning")}</p>
      )}
    </div>
  );
}
