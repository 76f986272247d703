import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Group } from "../../../../core/contracts/groups/group.ts";
import type { Instance } from "../../../../core/contracts/instance.ts";
import { inviteQuery, revokeInvite } from "../../api/groups.ts";
import { Button } from "../../ui/Button.tsx";
import { CopyField } from "../../ui/CopyField.tsx";
import { ConfirmDialog } from "../../ui/Dialog.tsx";
import { Card, Section } from "../../ui/Page.tsx";
import { Failure, Skeleton } from "../../ui/States.tsx";
import { useChange } from "../../ui/use-change.ts";
import { useWords } from "../../words/use-words.ts";
import { useGroupRefusal } from "./use-group-refusal.ts";

/**
 * Shows the link that anyone can use to join the group. The link is fetched only when the user asks for it, because it
 * comes from the network.
 */
export function GroupInviteSection({ group, number }: { group: Group; number: Instance }) {
  const t = useWords("groups");
  const queries = useQueryClient();
  const refusal = useGroupRefusal(group, number)("admin");
  const [isShown, show] = useState(false);
  const [isAsked, ask] = useState(false);
  const { data, error, refetch } = useQuery({ ...inviteQuery(number.id, group.id), enabled: isShown });
  const revoke = useChange({
    send: () => revokeInvite(number.id, group.id),
    onAnswer: (fresh) => queries.setQueryData(inviteQuery(number.id, group.id).queryKey, fresh),
    said: t("inviteRevoked"),
    onDone: () => ask(false),
  });
  return (
    <Section title={t("invite")} intro={t("inviteText")}>
      <Card>
        {isShown ? null : (
          <Button disabledReason={refusal} onPress={() => show(true)}>
            {t("inviteShow")}
          </Button>
        )}
        {isShown && !data ? error ? <Failure error={error} onRetry={refetch} /> : <Skeleton lines={1} /> : null}
        {isShown && data ? (
          <>
            <CopyField label={t("inviteLink")} value={data.link} />
            <Button kind="danger" isSmall disabledReason={refusal} onPress={() => ask(true)}>
              {t("inviteRevoke")}
            </Button>
          </>
        ) : null}
      </Card>
      {isAsked ? (
        <ConfirmDialog
          title={t("inviteRevokeTitle")}
          confirmLabel={t("inviteRevoke")}
          onClose={() => ask(false)}
          change={revoke}
        >
          {t("inviteRevokeText")}
        </ConfirmDialog>
      ) : null}
    </Section>
  );
}
