import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Send } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { PanelDraft } from "../../../../core/contracts/panel/drafts.ts";
import { releaseDraft } from "../../api/drafts.ts";
import { instancesQuery } from "../../api/instances.ts";
import { paths } from "../../paths.ts";
import { useCan } from "../../shell/use-me.ts";
import { Badge } from "../../ui/Badge.tsx";
import { Button } from "../../ui/Button.tsx";
import { FactList } from "../../ui/FactList.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { Card } from "../../ui/Page.tsx";
import { Time } from "../../ui/Time.tsx";
import { UserText } from "../../ui/UserText.tsx";
import { useChange } from "../../ui/use-change.ts";
import { useWords } from "../../words/use-words.ts";
import { nameOf, shownPhone } from "../chats/rules/people.ts";
import css from "./Drafts.module.css";

const DiscardDraft = lazyPart(() => import("./DiscardDraft.tsx"), "DiscardDraft");

/**
 * Shows a draft with its recipient, its text, and the assistant that wrote it, plus buttons to release or discard it.
 */
export function DraftCard({ draft }: { draft: PanelDraft }) {
  const t = useWords("drafts");
  const can = useCan();
  const [isDiscarding, discard] = useState(false);
  const release = useRelease(draft);
  const name = nameOf(draft) ?? draft.chat_id;
  return (
    <Card>
      <article className={css.draft} aria-label={t("draftTo", { name })}>
        <header className={css.head}>
          <h2 className={css.name}>
            <Link to={paths.chat(draft.instance_id, draft.chat_id)}>
              <UserText isName>{name}</UserText>
            </Link>
          </h2>
          {draft.chat_type === "person" ? null : <Badge>{t(`chat_${draft.chat_type}`)}</Badge>}
        </header>
        {draft.body === null ? null : (
          <p className={css.text}>
            <UserText>{draft.body}</UserText>
          </p>
        )}
        {draft.media ? <code className={css.file}>{draft.media.url}</code> : null}
        <FactList facts={useFacts(draft)} />
        <div className={css.buttons}>
          <Button
            kind="primary"
            isSmall
            icon={<Send aria-hidden="true" />}
            aria-label={t("releaseTo", { name })}
            disabledReason={can("draft.release")}
            isPending={release.isPending}
            onPress={() => release.send()}
          >
            {t("release")}
          </Button>
          <Button
            isSmall
            aria-label={t("discardTo", { name })}
            disabledReason={can("draft.discard")}
            onPress={() => discard(true)}
          >
            {t("discard")}
          </Button>
        </div>
      </article>
      {isDiscarding ? <DiscardDraft id={draft.id} name={name} onClose={() => discard(false)} /> : null}
    </Card>
  );
}

/** Releases a draft. If someone else has handled it in the meantime, the draft disappears from the list as well. */
function useRelease({ id }: PanelDraft) {
  const t = useWords("drafts");
  return useChange({
    send: () => releaseDraft(id),
    words: { codes: { not_found: t("gone") } },
    renews: ["panel.drafts.list"],
    isRenewedAfterFailure: true,
    said: t("released"),
    isFailureSaid: true,
  });
}

/** Returns the details to show next to the draft's text. */
function useFacts(draft: PanelDraft): [string, ReactNode][] {
  const t = useWords("drafts");
  const numbers = useQuery(instancesQuery()).data ?? [];
  const number = numbers.find(({ id }) => id === draft.instance_id)?.name ?? draft.instance_id;
  const phone = shownPhone(draft.phone);
  const { name, last4, is_revoked } = draft.key;
  const key = (
    <>
      <UserText isName>{name ?? `…${last4 ?? ""}`}</UserText>
      {is_revoked ? ` · ${t("revoked")}` : null}
    </>
  );
  const facts: (readonly [string, ReactNode] | null)[] = [
    [
      t("number"),
      <UserText isName key="number">
        {number}
      </UserText>,
    ],
    phone === null ? null : [t("phone"), <bdi key="phone">{phone}</bdi>],
    draft.chat_type === "person"
      ? [t("lastWrote"), draft.last_in_at === null ? t("neverWrote") : <Time key="wrote" at={draft.last_in_at} />]
      : null,
    [t("askedWith"), key],
    [t("asked"), <Time key="asked" at={draft.created_at} />],
    draft.send_at === null ? null : [t("sendAt"), <Time key="send" isExact at={draft.send_at} />],
    [t("expires"), <Time key="expires" at={draft.expires_at} />],
  ];
  return facts.flatMap((fact) => (fact === null ? [] : [[fact[0], fact[1]] as [string, ReactNode]]));
}
