import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Invite } from "../../../../core/contracts/panel/team.ts";
import { renew } from "../../api/query.ts";
import { withdrawInvite } from "../../api/team.ts";
import { ConfirmDialog } from "../../ui/Dialog.tsx";
import { useToast } from "../../ui/toasts.tsx";
import { useOwnWords } from "../../ui/use-own-words.ts";
import { useWords } from "../../words/use-words.ts";

/** Asks once before an invitation is taken back. */
export function WithdrawInvite({ invite: { id, email }, onClose }: { invite: Invite; onClose: () => void }) {
  const t = useWords("team");
  const queries = useQueryClient();
  const toast = useToast();
  const own = useOwnWords({ codes: { not_found: t("err_gone") } });
  const withdraw = useMutation({
    mutationFn: () => withdrawInvite(id),
    onSuccess: () => {
      toast(t("withdrawn", { email }));
      onClose();
    },
    onSettled: () => renew(queries, "panel.invites.list"),
  });
  return (
    <ConfirmDialog
      title={t("withdrawTitle", { email })}
      confirmLabel={t("withdraw")}
      isOpen
      onClose={onClose}
      onConfirm={() => withdraw.mutate()}
      isPending={withdraw.isPending}
      error={own(withdraw.error)}
    >
      {t("withdrawText")}
    </ConfirmDialog>
  );
}
