import { Link } from "@tanstack/react-router";
import { UsersRound } from "lucide-react";
import { useState } from "react";
import type { Instance } from "../../../../../../core/contracts/instance.ts";
import type { Message } from "../../../../../../core/contracts/message.ts";
import { paths } from "../../../../paths.ts";
import { useCan } from "../../../../shell/use-me.ts";
import { Button } from "../../../../ui/Button.tsx";
import { lazyPart } from "../../../../ui/lazy-part.tsx";
import { Time } from "../../../../ui/Time.tsx";
import { UserText } from "../../../../ui/UserText.tsx";
import { useWords } from "../../../../words/use-words.ts";
import { momentOf } from "../../rules/event-times.ts";
import { pageAddress } from "../../rules/text-parts.ts";
import { Card, Facts, OutLink } from "./Card.tsx";
import css from "./Details.module.css";

const JoinGroup = lazyPart(() => import("../../../../forms/join-group.tsx"), "JoinGroup");

/** A card for an invitation to a channel or a group. A group can be joined right from the card. */
export function InviteCard({ of: invite, number }: { of: NonNullable<Message["invite"]>; number: Instance | null }) {
  const t = useWords("content");
  const { kind, name, code, link, expires_at } = invite;
  const [group, setGroup] = useState<string | null>(null);
  const [isAsked, ask] = useState(false);
  const refusal = useCan()("group.join", number);
  const until = momentOf(expires_at);
  const isOver = until !== null && until.getTime() <= Date.now();
  const given = kind === "group" ? (link ?? code) : null;
  const page = kind === "group" || link === null ? null : pageAddress(link);
  return (
    <Card icon={<UsersRound aria-hidden="true" />} title={t(`invite_${kind}`)}>
      {name === null || name === "" ? null : (
        <p>
          <UserText isName>{name}</UserText>
        </p>
      )}
      <Facts
        of={[[t("inviteUntil"), until && expires_at !== null ? <Time key="until" at={expires_at} isExact /> : null]]}
      />
      {given === null || number === null || group !== null ? null : (
        <div>
          <Button isSmall disabledReason={refusal ?? (isOver ? t("inviteOver") : null)} onPress={() => ask(true)}>
            {t("join")}
          </Button>
        </div>
      )}
      {group === null || number === null ? null : (
        <Link to={paths.group(number.id, group)} className={css.link}>
          {t("openGroup")}
        </Link>
      )}
      {page === null ? null : <OutLink href={page}>{t("inviteOpen")}</OutLink>}
      {isAsked && given !== null && number !== null ? (
        <JoinGroup number={number} invite={given} onJoined={setGroup} onClose={() => ask(false)} />
      ) : null}
    </Card>
  );
}
