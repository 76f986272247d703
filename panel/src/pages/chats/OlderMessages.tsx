import { useEffect, useEffectEvent, useRef } from "react";
import { Button } from "../../ui/Button.tsx";
import { useWords } from "../../words/use-words.ts";
import css from "./Thread.module.css";

/** Pages are asked for before their place is seen, so that scrolling rarely stops. */
const AHEAD = "600px 0px 0px 0px";

/**
 * The upper end of a thread, which asks for the next page when it comes near. It looks again after each page, which can
 * be too short to move it away. After a failure only the button asks.
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
