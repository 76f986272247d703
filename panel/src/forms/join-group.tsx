import { useQuery } from "@tanstack/react-query";
import type { Instance } from "../../../core/contracts/instance.ts";
import { invitedGroupQuery, joinGroup } from "../api/groups.ts";
import { Button } from "../ui/Button.tsx";
import { Dialog, DialogBody } from "../ui/Dialog.tsx";
import { FactList } from "../ui/FactList.tsx";
import { Failure, Skeleton } from "../ui/States.tsx";
import { SubmitError } from "../ui/SubmitError.tsx";
import { useToast } from "../ui/toasts.tsx";
import { UserText } from "../ui/UserText.tsx";
import { useChange } from "../ui/use-change.ts";
import { useWords } from "../words/use-words.ts";

/**
 * Shows the group behind an invite before the user joins. The group's name comes from the network, because the inviter
 * could have written any name.
 */
export function JoinGroup({
  number,
  invite,
  onJoined,
  onClose,
}: {
  number: Instance;
  invite: string;
  onJoined: (group: string) => void;
  onClose: () => void;
}) {
  const t = useWords("content");
  const common = useWords("common");
  const { data: group, error, refetch } = useQuery(invitedGroupQuery(number.id, invite));
  const toast = useToast();
  const join = useChange({
    send: () => joinGroup(number.id, invite),
    renews: ["groups.list", "chats.list"],
    onDone: (answer) => {
      const isIn = "id" in answer;
      toast(isIn ? t("joined", { number: number.name }) : t("joinAsked"));
      if (isIn) onJoined(answer.id);
      onClose();
    },
  });
  const facts = group
    ? ([
        [
          t("joinName"),
          <UserText key="name" isName>
            {group.subject}
          </UserText>,
        ],
        [t("joinSize"), group.size],
      ] as const)
    : [];
  return (
    <Dialog title={t("joinTitle")} onClose={onClose}>
      <DialogBody
        actions={
          <>
            <Button onPress={onClose}>{common("cancel")}</Button>
            <Button
              kind="primary"
              isPending={join.isPending}
              disabledReason={group ? null : common("loading")}
              onPress={() => join.send()}
            >
              {t("join")}
            </Button>
          </>
        }
      >
        {error && !group ? <Failure error={error} onRetry={refetch} /> : null}
        {!error && !group ? <Skeleton lines={3} /> : null}
        {group ? <FactList facts={facts} /> : null}
        {group ? <p>{t("joinText", { number: number.name })}</p> : null}
        {group?.settings.join_approval ? <p>{t("joinAdmins")}</p> : null}
        <SubmitError error={join.error} />
      </DialogBody>
    </Dialog>
  );
}
