import { endOtherSessions } from "../../api/me.ts";
import { ConfirmDialog } from "../../ui/Dialog.tsx";
import { useChange } from "../../ui/use-change.ts";
import { useWords } from "../../words/use-words.ts";

/** Asks for confirmation before signing the user out everywhere else. */
export function EndOtherSessions({ count, onClose }: { count: number; onClose: () => void }) {
  const t = useWords("me");
  const end = useChange({
    send: endOtherSessions,
    renews: ["panel.sessions.list"],
    said: t("endedOthers"),
    onDone: onClose,
  });
  return (
    <ConfirmDialog title={t("endOthersTitle")} confirmLabel={t("endOthers")} onClose={onClose} change={end}>
      {t("endOthersText", { count })}
    </ConfirmDialog>
  );
}
