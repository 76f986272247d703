import { useMutation, useQueryClient } from "@tanstack/react-query";
import { endOtherSessions } from "../../api/me.ts";
import { renew } from "../../api/query.ts";
import { ConfirmDialog } from "../../ui/Dialog.tsx";
import { useToast } from "../../ui/toasts.tsx";
import { useWords } from "../../words/use-words.ts";

/** Asks once before the person is signed out everywhere else. */
export function EndOtherSessions({ count, onClose }: { count: number; onClose: () => void }) {
  const t = useWords("me");
  const queries = useQueryClient();
  const toast = useToast();
  const end = useMutation({
    mutationFn: endOtherSessions,
    onSuccess: async () => {
      await renew(queries, "panel.sessions.list");
      toast(t("endedOthers"));
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={t("endOthersTitle")}
      confirmLabel={t("endOthers")}
      isOpen
      onClose={onClose}
      onConfirm={() => end.mutate()}
      isPending={end.isPending}
      error={end.error}
    >
      {t("endOthersText", { count })}
    </ConfirmDialog>
  );
}
