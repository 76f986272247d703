import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Member } from "../../../../core/contracts/panel/team.ts";
import { renew } from "../../api/query.ts";
import { removeMember } from "../../api/team.ts";
import { useMe } from "../../shell/use-me.ts";
import { ConfirmDialog } from "../../ui/Dialog.tsx";
import { useToast } from "../../ui/toasts.tsx";
import { useOwnWords } from "../../ui/use-own-words.ts";
import { useWords } from "../../words/use-words.ts";

/** Asks for confirmation before a person is removed from the account, or leaves it. */
export function RemoveMember({ member, onClose }: { member: Member; onClose: () => void }) {
  const t = useWords("team");
  const queries = useQueryClient();
  const toast = useToast();
  const isMe = useMe().user.id === member.id;
  const name = member.name ?? member.email;
  const own = useOwnWords({ codes: { conflict: t("lastAdmin") } });
  const remove = useMutation({
    mutationFn: () => removeMember(member.id),
    onSuccess: async () => {
      // The session ended with the membership: start again, with nothing of the account in memory.
      if (isMe) return location.assign("/");
      await renew(queries, "panel.members.list");
      toast(t("removed", { name }));
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={isMe ? t("leaveTitle") : t("removeTitle", { name })}
      confirmLabel={t(isMe ? "leave" : "remove")}
      isOpen
      onClose={onClose}
      onConfirm={() => remove.mutate()}
      isPending={remove.isPending}
      error={own(remove.error)}
    >
      {t(isMe ? "leaveText" : "removeText")}
    </ConfirmDialog>
  );
}
