import { useState } from "react";
import type { Chat } from "../../../../../core/contracts/chats/chat.ts";
import { useColleagues } from "../../../api/colleagues.ts";
import { useCan } from "../../../shell/use-me.ts";
import { Button } from "../../../ui/Button.tsx";
import { useWords } from "../../../words/use-words.ts";
import css from "./Bulk.module.css";
import { BulkDialog } from "./BulkDialog.tsx";
import type { BulkAct } from "./use-bulk-acts.ts";
import { SELECTED_MAX, type Selection, selectionKey } from "./use-selection.ts";

/** The bar below the list with actions for the selected chats. @param rows the chats shown in the list. */
export function BulkBar({ rows, selection }: { rows: readonly Chat[]; selection: Selection }) {
  const t = useWords("bulk");
  const refusal = useCan()("chat.change");
  const hasColleagues = useColleagues().length > 0;
  const [asked, ask] = useState<{ act: BulkAct; chats: readonly Chat[] } | null>(null);
  const chosen = rows.filter((chat) => selection.keys?.has(selectionKey(chat)));
  const reason = refusal ?? (chosen.length === 0 ? t("none") : null);
  const isOneNumber = new Set(chosen.map(({ instance_id }) => instance_id)).size < 2;
  const acts: (readonly [BulkAct, string | null])[] = [
    ["read", reason],
    ["label", reason ?? (isOneNumber ? null : t("oneNumber"))],
    ...(hasColleagues ? [["assign", reason] as const] : []),
    ["close", reason],
  ];
  return (
    <section className={css.bar} aria-label={t("bar")}>
      <p className={css.count} role="status">
        {t("selected", { n: chosen.length })}
      </p>
      <div className={css.acts}>
        {acts.map(([act, why]) => (
          <Button key={act} isSmall disabledReason={why} onPress={() => ask({ act, chats: chosen })}>
            {t(act)}
          </Button>
        ))}
      </div>
      <div className={css.acts}>
        <Button isSmall kind="quiet" onPress={() => selection.select(rows)}>
          {t(rows.length > SELECTED_MAX ? "first" : "all", { n: SELECTED_MAX })}
        </Button>
        <Button isSmall kind="quiet" onPress={selection.end}>
          {t("done")}
        </Button>
      </div>
      {asked ? (
        <BulkDialog
          {...asked}
          onClose={(rest) => {
            ask(null);
            if (rest !== null) selection.select(rest);
          }}
        />
      ) : null}
    </section>
  );
}
