import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Pencil, UsersRound, X } from "lucide-react";
import { useState } from "react";
import type { Chat } from "../../../../core/contracts/chats/chat.ts";
import type { Contact } from "../../../../core/contracts/contact.ts";
import type { Instance } from "../../../../core/contracts/instance.ts";
import { plainName } from "../../../../core/contracts/plain-name.ts";
import { changeChat } from "../../api/chats.ts";
import { contactQuery, contactReads, setBlocked } from "../../api/contacts.ts";
import { paths } from "../../paths.ts";
import { useCan } from "../../shell/use-me.ts";
import { Badge } from "../../ui/Badge.tsx";
import { Button, IconButton } from "../../ui/Button.tsx";
import { FactList } from "../../ui/FactList.tsx";
import { LinkButton } from "../../ui/LinkButton.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { Time } from "../../ui/Time.tsx";
import { UserText } from "../../ui/UserText.tsx";
import { useChange } from "../../ui/use-change.ts";
import { useWords } from "../../words/use-words.ts";
import { Avatar } from "./Avatar.tsx";
import { ChatLabels } from "./ChatLabels.tsx";
import css from "./ChatSide.module.css";
import { putChat } from "./live-cache.ts";
import { shownPhone } from "./rules/people.ts";

const SaveContactForm = lazyPart(() => import("../../forms/save-contact.tsx"), "SaveContactForm");
const BlockContact = lazyPart(() => import("../../forms/block-contact.tsx"), "BlockContact");
const ErasePerson = lazyPart(() => import("../../forms/erase-person.tsx"), "ErasePerson");

/** Details about a chat's person or group: the name and labels, who answers, and whether the person is blocked. */
export function ChatSide({
  chat,
  name,
  number,
  onClose,
}: {
  chat: Chat;
  name: string;
  number: Instance | null;
  onClose: () => void;
}) {
  const t = useWords("chats");
  const isPerson = chat.type === "person";
  const contact = useQuery({ ...contactQuery(chat.instance_id, chat.id), enabled: isPerson }).data ?? null;
  return (
    <aside className={css.side} aria-label={t("about", { name })}>
      <header className={css.head}>
        <h2 className={css.title}>{t("about", { name })}</h2>
        <IconButton isSmall label={t("closeAbout")} icon={<X aria-hidden="true" />} onPress={onClose} />
      </header>
      <div className={css.who}>
        <Avatar name={name} type={chat.type} isLarge />
        <p className={css.name}>
          <UserText isName>{name}</UserText>
        </p>
        {chat.phone === null ? null : (
          <p className={css.phone}>
            <bdi dir="ltr">{shownPhone(chat.phone)}</bdi>
          </p>
        )}
        {contact?.business ? <Badge tone="info">{t("business")}</Badge> : null}
        {contact?.blocked ? <Badge tone="bad">{t("blocked")}</Badge> : null}
      </div>
      {chat.type === "group" ? (
        <LinkButton to={paths.group(chat.instance_id, chat.id)} icon={<UsersRound aria-hidden="true" />}>
          {t("openGroup")}
        </LinkButton>
      ) : null}
      <HandledBy chat={chat} number={number} />
      <ChatLabels chat={chat} name={name} number={number} />
      {contact ? <Person contact={contact} chat={chat} name={name} number={number} /> : null}
      {isPerson ? <Erase chat={chat} name={name} number={number} /> : null}
    </aside>
  );
}

function HandledBy({ chat, number }: { chat: Chat; number: Instance | null }) {
  const t = useWords("chats");
  const queries = useQueryClient();
  const refusal = useCan()("chat.change", number);
  const change = useChange({
    send: (handled_by: "team" | null) => changeChat(chat.instance_id, chat.id, { handled_by }),
    onAnswer: (changed) => putChat(queries, changed),
    isFailureSaid: true,
  });
  if (chat.type !== "person") return null;
  const isTeam = chat.handled_by === "team";
  return (
    <section className={css.part}>
      <h3 className={css.partTitle}>{t("handledBy")}</h3>
      <p>{t(`handled_${chat.handled_by ?? "none"}`)}</p>
      <Button
        isSmall
        isPending={change.isPending}
        disabledReason={refusal}
        onPress={() => change.send(isTeam ? null : "team")}
      >
        {t(isTeam ? "handBack" : "takeOver")}
      </Button>
    </section>
  );
}

function Person({
  contact,
  chat,
  name,
  number,
}: {
  contact: Contact;
  chat: Chat;
  name: string;
  number: Instance | null;
}) {
  const t = useWords("chats");
  const common = useWords("common");
  const [asked, ask] = useState<"name" | "block" | null>(null);
  const refusal = useCan()("contact.change", number);
  const offline = number?.status === "working" ? null : common("err_not_connected");
  const unblock = useUnblock(chat, name);
  const shown = plainName(contact.contact_name);
  const times = [
    ["firstWrote", contact.wrote_first_at],
    ["lastWrote", contact.last_in_at],
    ["optedOut", contact.opted_out_at],
  ] as const;
  const facts = [
    [
      t("savedName"),
      contact.name === null ? (
        t("notSaved")
      ) : (
        <UserText key="saved" isName>
          {contact.name}
        </UserText>
      ),
    ],
    ...(shown === null
      ? []
      : [
          [
            t("nameShown"),
            <UserText key="shown" isName>
              {shown}
            </UserText>,
          ] as const,
        ]),
    ...times.flatMap(([key, at]) => (at === null ? [] : [[t(key), <Time key={key} at={at} />] as const])),
  ] as const;
  return (
    <>
      <section className={css.part}>
        <h3 className={css.partTitle}>{t("name")}</h3>
        <FactList facts={facts} />
        <Button isSmall icon={<Pencil aria-hidden="true" />} disabledReason={refusal} onPress={() => ask("name")}>
          {t(contact.name === null ? "saveName" : "changeName")}
        </Button>
      </section>
      <section className={css.part}>
        {contact.blocked ? (
          <Button
            isSmall
            isPending={unblock.isPending}
            disabledReason={refusal ?? offline}
            onPress={() => unblock.send()}
          >
            {t("unblock")}
          </Button>
        ) : (
          <Button isSmall kind="danger" disabledReason={refusal ?? offline} onPress={() => ask("block")}>
            {t("block")}
          </Button>
        )}
      </section>
      {asked === "name" ? <SaveContactForm of={chat} contact={contact} onClose={() => ask(null)} /> : null}
      {asked === "block" ? <BlockContact of={chat} name={name} onClose={() => ask(null)} /> : null}
    </>
  );
}

/** The button that deletes everything stored about the person. Hidden from users who aren't allowed to do so. */
function Erase({ chat, name, number }: { chat: Chat; name: string; number: Instance | null }) {
  const t = useWords("chats");
  const [isAsked, ask] = useState(false);
  if (useCan()("contact.erase", number) !== null) return null;
  return (
    <section className={css.part}>
      <Button isSmall kind="danger" onPress={() => ask(true)}>
        {t("eraseData")}
      </Button>
      {isAsked ? <ErasePerson of={chat} name={name} onClose={() => ask(false)} /> : null}
    </section>
  );
}

function useUnblock(chat: Chat, name: string) {
  const t = useWords("chats");
  return useChange({
    send: () => setBlocked(chat.instance_id, chat.id, false),
    renews: contactReads(chat.instance_id),
    said: t("unblockedNow", { name }),
    isFailureSaid: true,
  });
}
