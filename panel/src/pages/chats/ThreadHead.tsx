import { Link } from "@tanstack/react-router";
import { ArrowLeft, PanelRight } from "lucide-react";
import { useEffect, useRef } from "react";
import type { Chat } from "../../../../core/contracts/chats/chat.ts";
import type { Instance } from "../../../../core/contracts/instance.ts";
import { paths } from "../../paths.ts";
import { buttonClass, IconButton } from "../../ui/Button.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { UserText } from "../../ui/UserText.tsx";
import { useWords } from "../../words/use-words.ts";
import { Avatar } from "./Avatar.tsx";
import { shownPhone } from "./rules/people.ts";
import css from "./Thread.module.css";
import { focusComposer } from "./use-chat-keys.ts";

const WriteNote = lazyPart(() => import("./notes/WriteNote.tsx"), "WriteNote");
const ChatMenu = lazyPart(() => import("./ChatMenu.tsx"), "ChatMenu");

/** The header above a chat's messages, with its person or group and the chat's menu. */
export function ThreadHead({
  name,
  chat,
  address,
  number,
  isAboutOpen,
  onAbout,
}: {
  name: string;
  /** The chat's ID or phone number, as in the page's URL. */
  address: string;
  chat: Chat | null;
  number: Instance | null;
  isAboutOpen: boolean;
  onAbout: () => void;
}) {
  const t = useWords("chats");
  const common = useWords("common");
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (document.documentElement.dataset.moved === "1") heading.current?.focus({ preventScroll: true });
  }, []);
  const phone = shownPhone(chat?.phone ?? null);
  return (
    <header className={css.head}>
      <span className={css.back}>
        <Link to={paths.chats()} search={true} className={buttonClass("quiet", true)} aria-label={t("backToList")}>
          <ArrowLeft aria-hidden="true" />
        </Link>
      </span>
      <Avatar name={name} type={chat?.type ?? "person"} />
      <div className={css.headText}>
        <h1 className={css.title} tabIndex={-1} ref={heading}>
          <UserText isName>{name}</UserText>
        </h1>
        <p className={css.sub}>
          {chat?.type === "group" ? `${t("group")} · ` : null}
          {chat?.type === "channel" ? `${t("channel")} · ` : null}
          {phone !== null && phone !== name ? (
            <>
              <bdi dir="ltr">{phone}</bdi>
              {" · "}
            </>
          ) : null}
          {number ? (
            <>
              <UserText isName>{number.name}</UserText>, {common(`status_${number.status}`)}
            </>
          ) : null}
        </p>
      </div>
      <button type="button" className={css.skip} onClick={focusComposer}>
        {t("toField")}
      </button>
      {chat ? (
        <IconButton
          label={t("about", { name })}
          icon={<PanelRight aria-hidden="true" />}
          aria-expanded={isAboutOpen}
          onPress={onAbout}
        />
      ) : null}
      {chat ? <WriteNote instance={chat.instance_id} chat={address} /> : null}
      {chat ? <ChatMenu chat={chat} address={address} name={name} number={number} /> : null}
    </header>
  );
}
