import { useQuery } from "@tanstack/react-query";
import { KeyRound, Plus } from "lucide-react";
import { useState } from "react";
import type { NewPanelKey } from "../../../../core/contracts/panel/developers.ts";
import { keysQuery } from "../../api/keys.ts";
import { useCan } from "../../shell/use-me.ts";
import { Button } from "../../ui/Button.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { Page, Section } from "../../ui/Page.tsx";
import { EmptyState, Failure, Skeleton } from "../../ui/States.tsx";
import { useWords } from "../../words/use-words.ts";
import { AdminsOnly } from "./AdminsOnly.tsx";
import { KeyTable } from "./KeyTable.tsx";

const CreateKeyForm = lazyPart(() => import("../../forms/create-key.tsx"), "CreateKeyForm");
const NewKeyDialog = lazyPart(() => import("./NewKeyDialog.tsx"), "NewKeyDialog");

/** The page for creating and revoking the account's API keys. A new key is shown once. */
export function KeysPage() {
  const t = useWords("keys");
  const refusal = useCan()("keys.change");
  const [isAsking, ask] = useState(false);
  const [made, setMade] = useState<NewPanelKey | null>(null);
  const newKey = (
    <Button kind="primary" icon={<Plus aria-hidden="true" />} disabledReason={refusal} onPress={() => ask(true)}>
      {t("new")}
    </Button>
  );
  const intro = (
    <>
      {t("intro")}{" "}
      <a href="/docs/reference" hrefLang="en">
        {t("reference")}
      </a>
    </>
  );
  return (
    <Page title={t("title")} intro={intro} guide="first-message" actions={refusal ? null : newKey}>
      {refusal ? (
        <AdminsOnly title={t("adminsTitle")} action={newKey}>
          {t("adminsText")}
        </AdminsOnly>
      ) : (
        <KeyLists onNew={() => ask(true)} />
      )}
      {isAsking ? (
        <CreateKeyForm
          onClose={() => ask(false)}
          onMade={(key) => {
            ask(false);
            setMade(key);
          }}
        />
      ) : null}
      {made ? <NewKeyDialog made={made} onClose={() => setMade(null)} /> : null}
    </Page>
  );
}

function KeyLists({ onNew }: { onNew: () => void }) {
  const t = useWords("keys");
  const { data, error, refetch } = useQuery(keysQuery());
  if (error && !data) return <Failure error={error} onRetry={refetch} />;
  if (!data) return <Skeleton />;
  const inUse = data.filter(({ revoked_at }) => revoked_at === null);
  const revoked = data.filter(({ revoked_at }) => revoked_at !== null);
  return (
    <>
      {inUse.length === 0 ? (
        <EmptyState
          icon={<KeyRound />}
          title={t("emptyTitle")}
          action={
            <Button icon={<Plus aria-hidden="true" />} onPress={onNew}>
              {t("new")}
            </Button>
          }
        >
          {t("emptyText")}
        </EmptyState>
      ) : (
        <KeyTable label={t("list")} rows={inUse} />
      )}
      {revoked.length > 0 ? (
        <Section title={t("revokedList")}>
          <KeyTable label={t("revokedList")} rows={revoked} isRevoked />
        </Section>
      ) : null}
    </>
  );
}
