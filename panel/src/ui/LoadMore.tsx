import { useWords } from "../words/use-words.ts";
import { Button } from "./Button.tsx";
import css from "./LoadMore.module.css";

/** The button below a list that loads more entries. It is shown until the list is complete. */
export function LoadMore({ hasMore, isPending, onMore }: { hasMore: boolean; isPending: boolean; onMore: () => void }) {
  const t = useWords("common");
  if (!hasMore) return null;
  return (
    <div className={css.more}>
      <Button isPending={isPending} onPress={onMore}>
        {t("more")}
      </Button>
    </div>
  );
}
