import type { Invite } from "../../../../core/contracts/panel/team.ts";
import { withdrawInvite } from "../../api/team.ts";
import { ConfirmDialog } from "../../ui/Dialog.tsx";
import { useChange } from "../../ui/use-change.ts";
import { useWords } from "../../words/use-words.ts";

/** Asks for confirmation before withdrawing an invitation. */
export function WithdrawInvite({ invite: { id, email }, onClose }: { invite: Invite; onClose: () => void }) {
  const t = useWords("team");
  const withdraw = useChange({
    send: () => withdrawInvite(id),
    words: { codes: { not_found: t("err_gone") } },
    renews: ["panel.invites.list"],
    isRenewedAfterFailure: true,
    said: t("withdrawn", { email }),
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      title={t("withdrawTitle", { email })}
      confirmLabel={t("withdraw")}
      onClose={onClose}
      change={withdraw}
    >
      {t("withdrawText")}
    </ConfirmDialog>
  );
}
