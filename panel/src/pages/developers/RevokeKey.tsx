import type { PanelKey } from "../../../../core/contracts/panel/developers.ts";
import { revokeKey } from "../../api/keys.ts";
import { ConfirmDialog } from "../../ui/Dialog.tsx";
import { Sentence, SLOT } from "../../ui/Sentence.tsx";
import { Time } from "../../ui/Time.tsx";
import { useChange } from "../../ui/use-change.ts";
import { useWords } from "../../words/use-words.ts";

/** Asks for confirmation before revoking a key. */
export function RevokeKey({ revoked: key, onClose }: { revoked: PanelKey; onClose: () => void }) {
  const t = useWords("keys");
  const name = key.name ?? `…${key.last4 ?? ""}`;
  const revoke = useChange({
    send: () => revokeKey(key.id),
    renews: ["panel.keys.list"],
    said: t("revoked", { name }),
    onDone: onClose,
  });
  return (
    <ConfirmDialog title={t("revokeTitle", { name })} confirmLabel={t("revoke")} onClose={onClose} change={revoke}>
      <p>{t("revokeText")}</p>
      {key.last_used_at === null ? (
        <p>{t("revokeNever")}</p>
      ) : (
        <p>
          <Sentence text={t("revokeUsed", { when: SLOT })}>
            <Time at={key.last_used_at} />
          </Sentence>
        </p>
      )}
    </ConfirmDialog>
  );
}
