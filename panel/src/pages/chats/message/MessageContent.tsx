import { MapPin } from "lucide-react";
import type { Message } from "../../../../../core/contracts/message.ts";
import { UserText } from "../../../ui/UserText.tsx";
import { useWords } from "../../../words/use-words.ts";
import { shownPhone } from "../rules/people.ts";
import { LinkedText } from "./LinkedText.tsx";
import css from "./Message.module.css";
import { MessageFile } from "./MessageFile.tsx";

/** Why a message shows nothing of itself, or not all; each has its sentence. */
const UNSHOWN = ["unreadable", "unsupported", "view_once_withheld"] as const;

/** The content of a message: file, place, card, poll or what was ordered, and its text. */
export function MessageContent({ message, name }: { message: Message; name: string }) {
  const t = useWords("chats");
  const isFile = ["image", "video", "audio", "document", "sticker"].includes(message.type);
  const unshown = UNSHOWN.find((code) => code === message.error_code);
  return (
    <>
      {isFile ? <MessageFile message={message} name={name} /> : null}
      {message.location ? <Location of={message.location} /> : null}
      {message.contact ? <Card of={message.contact} /> : null}
      {message.poll ? <Poll message={message} /> : null}
      {message.type === "order" || message.type === "product" ? <Thing message={message} /> : null}
      {unshown === undefined ? null : <p className={css.faint}>{t(unshown)}</p>}
      {message.body !== null && message.body !== "" ? <LinkedText>{message.body}</LinkedText> : null}
    </>
  );
}

function Location({ of: { latitude, longitude, title, address } }: { of: NonNullable<Message["location"]> }) {
  const t = useWords("chats");
  const map = `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=16/${latitude}/${longitude}`;
  return (
    <div className={css.box}>
      <p className={css.boxTitle}>
        <MapPin aria-hidden="true" />
        {title === null || title === "" ? t("type_location") : <UserText isName>{title}</UserText>}
      </p>
      {address === null || address === "" ? null : (
        <p>
          <UserText isName>{address}</UserText>
        </p>
      )}
      <a href={map} target="_blank" rel="noopener noreferrer nofollow">
        {t("openMap")}
      </a>
    </div>
  );
}

function Card({ of: { name, phone, organization } }: { of: NonNullable<Message["contact"]> }) {
  const t = useWords("chats");
  return (
    <div className={css.box}>
      <p className={css.boxTitle}>{name === null ? t("type_contact") : <UserText isName>{name}</UserText>}</p>
      {organization === null || organization === "" ? null : (
        <p>
          <UserText isName>{organization}</UserText>
        </p>
      )}
      {phone === null ? null : (
        <p>
          <UserText isName>{/^\d+$/.test(phone) ? (shownPhone(phone) ?? phone) : phone}</UserText>
        </p>
      )}
    </div>
  );
}

function Poll({ message: { poll, results = [] } }: { message: Message }) {
  const t = useWords("chats");
  if (!poll) return null;
  const votesOf = (option: string) => results.find((one) => one.option === option)?.votes ?? 0;
  return (
    <div className={css.box}>
      <p className={css.boxTitle}>
        <UserText isName>{poll.name}</UserText>
      </p>
      <ul role="list" className={css.options}>
        {poll.options.map((option) => (
          <li key={option}>
            <UserText isName>{option}</UserText>
            <span>{t("votes", { n: votesOf(option) })}</span>
          </li>
        ))}
      </ul>
      {poll.multiple_answers ? <p className={css.faint}>{t("pollMany")}</p> : null}
    </div>
  );
}

/** An order or product: its title, when it has one; the rest is for the interface. */
function Thing({ message }: { message: Message }) {
  const t = useWords("chats");
  const { title } = message.order ?? message.product ?? {};
  return (
    <div className={css.box}>
      <p className={css.boxTitle}>{t(`type_${message.type}`)}</p>
      {typeof title === "string" ? (
        <p>
          <UserText isName>{title}</UserText>
        </p>
      ) : null}
    </div>
  );
}
