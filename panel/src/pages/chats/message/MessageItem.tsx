import { memo } from "react";
import type { Instance } from "../../../../../core/contracts/instance.ts";
import type { Message } from "../../../../../core/contracts/message.ts";
import { useColleagues } from "../../../api/colleagues.ts";
import { useMe } from "../../../shell/use-me.ts";
import { classNames } from "../../../ui/class-names.ts";
import { lazyPart } from "../../../ui/lazy-part.tsx";
import { UserText } from "../../../ui/UserText.tsx";
import { useWords } from "../../../words/use-words.ts";
import { writtenAt } from "../rules/days.ts";
import { nameOf } from "../rules/people.ts";
import { whyWaits } from "../rules/why-waits.ts";
import { useColleagueName } from "../team/use-colleague-name.ts";
import { useWhen } from "../use-when.ts";
import { Marks } from "./details/Marks.tsx";
import { QuotedElsewhere } from "./details/QuotedElsewhere.tsx";
import css from "./Message.module.css";
import { MessageContent } from "./MessageContent.tsx";
import { Quote } from "./Quote.tsx";
import { Ticks } from "./Ticks.tsx";

const MessageMenu = lazyPart(() => import("./MessageMenu.tsx"), "MessageMenu");

interface ItemProps {
  message: Message;
  /** The message that this message replies to, if it is also shown. */
  quoted: Message | null;
  /** Whether the message continues the previous one, so no name is shown. */
  goesOn: boolean;
  name: string;
  number: Instance | null;
  /** Starts a reply to the message. It must do the same in every render. */
  onAnswer: () => void;
}

/** One message in a chat. It is only rendered again if something that it shows has changed. */
export const MessageItem = memo(
  Item,
  (before, now) =>
    before.message === now.message &&
    before.quoted === now.quoted &&
    before.goesOn === now.goesOn &&
    before.name === now.name &&
    before.number === now.number,
);

function Item({ message, quoted, goesOn, name, number, onAnswer }: ItemProps) {
  const t = useWords("chats");
  const content = useWords("content");
  const isOwn = message.direction === "out";
  const writer = nameOf({ name: message.contact_name, phone: message.participant?.split("@")[0] ?? message.phone });
  return (
    <li className={classNames(css.item, isOwn && css.own, !goesOn && css.begins)} data-message={message.id}>
      <div className={css.bubble}>
        <p className="hidden-visually">
          {isOwn ? t("fromYou") : t("fromThem", { name: nameOf({ name: message.contact_name, phone: null }) ?? name })}
        </p>
        {!isOwn && message.participant !== null && !goesOn && writer !== null ? (
          <p className={css.writer} aria-hidden="true">
            <UserText isName>{writer}</UserText>
          </p>
        ) : null}
        {isOwn && !goesOn ? <Sender message={message} /> : null}
        {message.deleted_at === null ? (
          <>
            {message.reply_to === null ? null : <Quote id={message.reply_to} shown={quoted} name={name} />}
            <Marks message={message} />
            {message.quoted ? <QuotedElsewhere of={message.quoted} number={number} /> : null}
            {message.comment_on ? (
              <>
                <p className={css.faint}>{content("commentOn")}</p>
                <Quote id={message.comment_on} shown={null} name={name} />
              </>
            ) : null}
            <MessageContent message={message} name={name} number={number} />
          </>
        ) : (
          <p className={css.faint}>{t("deleted")}</p>
        )}
        <Foot message={message} number={number} />
      </div>
      {message.deleted_at === null ? (
        <div className={css.actions}>
          <MessageMenu message={message} name={name} number={number} onAnswer={onAnswer} />
        </div>
      ) : null}
      <Reactions message={message} />
      {message.deleted_at === null ? <Why message={message} number={number} /> : null}
    </li>
  );
}

/**
 * Shows which team member or automation sent a message. The member's name isn't shown in an account with a single
 * member.
 */
function Sender({ message: { origin, user_id: user } }: { message: Message }) {
  const t = useWords("chats");
  const team = useWords("teamwork");
  const me = useMe().user.id;
  const colleagues = useColleagues();
  const nameOfColleague = useColleagueName();
  if (origin === "contact") return null;
  if (origin !== "panel") return <p className={css.writer}>{t(`via_${origin}`)}</p>;
  if (user === undefined || colleagues.length === 0) return null;
  return (
    <p className={css.writer}>{user === me ? team("row_me") : <UserText isName>{nameOfColleague(user)}</UserText>}</p>
  );
}

function Foot({ message }: { message: Message; number: Instance | null }) {
  const t = useWords("chats");
  const when = useWhen();
  return (
    <p className={css.foot}>
      {message.edited_at === null || message.deleted_at !== null ? null : <span>{t("edited")}</span>}
      <time dateTime={writtenAt(message)}>{when.hour(writtenAt(message))}</time>
      {message.direction === "out" && message.deleted_at === null ? <Ticks status={message.status} /> : null}
    </p>
  );
}

function Reactions({ message: { reactions, reactions_count: count } }: { message: Message }) {
  const t = useWords("chats");
  if (!reactions || reactions.length === 0) return null;
  const kinds = new Map<string, number>();
  for (const { emoji } of reactions) kinds.set(emoji, (kinds.get(emoji) ?? 0) + 1);
  const more = (count ?? reactions.length) - reactions.length;
  return (
    <ul role="list" className={css.reactions} aria-label={t("reactions")}>
      {[...kinds].map(([emoji, n]) => (
        <li key={emoji}>
          <UserText isName>{emoji}</UserText>
          {n > 1 ? ` ${n}` : null}
        </li>
      ))}
      {more > 0 ? <li>{t("more", { n: more })}</li> : null}
    </ul>
  );
}

/** Explains why a message is waiting or has failed. */
function Why({ message, number }: { message: Message; number: Instance | null }) {
  const t = useWords("chats");
  const when = useWhen();
  if (message.status === "failed")
    return (
      <p className={css.failed}>
        {t("notSent")}: {message.error_code === null ? message.error : t(`fail_${message.error_code}`)}
      </p>
    );
  const wait = whyWaits(message, number);
  if (!wait) return null;
  return <p className={css.why}>{t(wait.key, { at: wait.at === null ? "" : when.within(wait.at, wait.zone) })}</p>;
}
