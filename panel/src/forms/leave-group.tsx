import type { Group } from "../../../core/contracts/groups/group.ts";
import type { Instance } from "../../../core/contracts/instance.ts";
import { groupReads, leaveGroup } from "../api/groups.ts";
import { ConfirmDialog } from "../ui/Dialog.tsx";
import { useChange } from "../ui/use-change.ts";
import { useWords } from "../words/use-words.ts";

/** Asks for confirmation before leaving a group. */
export function LeaveGroup({
  group,
  name,
  number,
  onClose,
}: {
  group: Group;
  name: string;
  number: Instance;
  onClose: () => void;
}) {
  const t = useWords("groups");
  const leave = useChange({
    send: () => leaveGroup(number.id, group.id),
    renews: groupReads(number.id),
    said: t("leftNow", { name }),
    onDone: onClose,
  });
  return (
    <ConfirmDialog title={t("leaveTitle", { name })} confirmLabel={t("leave")} onClose={onClose} change={leave}>
      {t("leaveText", { number: number.name })}
    </ConfirmDialog>
  );
}
