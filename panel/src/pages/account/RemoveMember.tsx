import type { Member } from "../../../../core/contracts/panel/team.ts";
import { removeMember } from "../../api/team.ts";
import { useMe } from "../../shell/use-me.ts";
import { ConfirmDialog } from "../../ui/Dialog.tsx";
import { useChange } from "../../ui/use-change.ts";
import { useWords } from "../../words/use-words.ts";

/** Asks for confirmation before removing a member or leaving the account. */
export function RemoveMember({ member, onClose }: { member: Member; onClose: () => void }) {
  const t = useWords("team");
  const isMe = useMe().user.id === member.id;
  const name = member.name ?? member.email;
  const remove = useChange({
    send: () => removeMember(member.id),
    words: { codes: { conflict: t("lastAdmin") } },
    // Users who leave lose their session along with their membership. A full reload clears the account's data from
    // memory.
    ...(isMe
      ? { isLeaving: true, onDone: () => location.assign("/") }
      : { renews: ["panel.members.list"], said: t("removed", { name }), onDone: onClose }),
  });
  return (
    <ConfirmDialog
      title={isMe ? t("leaveTitle") : t("removeTitle", { name })}
      confirmLabel={t(isMe ? "leave" : "remove")}
      onClose={onClose}
      change={remove}
    >
      {t(isMe ? "leaveText" : "removeText")}
    </ConfirmDialog>
  );
}
