import { useQuery } from "@tanstack/react-query";
import { UserPlus } from "lucide-react";
import { useState } from "react";
import type { NewInvite } from "../../../../core/contracts/panel/team.ts";
import { membersQuery } from "../../api/team.ts";
import { useCan } from "../../shell/use-me.ts";
import { Button } from "../../ui/Button.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { Page, Section } from "../../ui/Page.tsx";
import { Failure, Skeleton } from "../../ui/States.tsx";
import { useWords } from "../../words/use-words.ts";
import { Invites } from "./Invites.tsx";
import { MemberTable } from "./MemberTable.tsx";

const InviteForm = lazyPart(() => import("../../forms/invite-person.tsx"), "InviteForm");
const InviteLinkDialog = lazyPart(() => import("./InviteLinkDialog.tsx"), "InviteLinkDialog");

/** The page for the account's members and pending invitations. */
export function TeamPage() {
  const t = useWords("team");
  const refusal = useCan()("team.change");
  const { data, error, refetch } = useQuery(membersQuery());
  const [isAsking, ask] = useState(false);
  const [unsent, setUnsent] = useState<NewInvite | null>(null);
  return (
    <Page
      title={t("title")}
      intro={t("intro")}
      actions={
        <Button
          kind="primary"
          icon={<UserPlus aria-hidden="true" />}
          disabledReason={refusal}
          onPress={() => ask(true)}
        >
          {t("invite")}
        </Button>
      }
    >
      {error && !data ? <Failure error={error} onRetry={refetch} /> : null}
      {!data && !error ? <Skeleton /> : null}
      {data ? <MemberTable members={data} /> : null}
      <Section title={t("invites")} intro={t("invitesHint")}>
        {refusal ? <p>{t("invitesAdmins")}</p> : <Invites onUnsent={setUnsent} />}
      </Section>
      {isAsking ? <InviteForm onClose={() => ask(false)} onUnsent={setUnsent} /> : null}
      {unsent ? <InviteLinkDialog invite={unsent} onClose={() => setUnsent(null)} /> : null}
    </Page>
  );
}
