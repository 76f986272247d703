import { MapPin } from "lucide-react";
import type { Instance } from "../../../../../core/contracts/instance.ts";
import type { Message } from "../../../../../core/contracts/message.ts";
import { lazyPart } from "../../../ui/lazy-part.tsx";
import { UserText } from "../../../ui/UserText.tsx";
import { useWords } from "../../../words/use-words.ts";
import { mayMention } from "../rules/may-mention.ts";
import { withoutTitle } from "../rules/without-title.ts";
import { ActionRows } from "./details/ActionRows.tsx";
import { Card, mapAddress, OutLink } from "./details/Card.tsx";
import { ChoiceCard } from "./details/ChoiceCard.tsx";
import { ContactCards } from "./details/ContactCards.tsx";
import { InviteCard } from "./details/InviteCard.tsx";
import { ReferralCard } from "./details/ReferralCard.tsx";
import { ThingCard } from "./details/ThingCard.tsx";
import { Unshown } from "./details/Unshown.tsx";
import { LinkedText } from "./LinkedText.tsx";
import css from "./Message.module.css";
import { MessageFile } from "./MessageFile.tsx";

const EventCard = lazyPart(() => import("./details/EventCard.tsx"), "EventCard", <div data-loading="" />);
const PaymentCard = lazyPart(() => import("./details/PaymentCard.tsx"), "PaymentCard", <div data-loading="" />);

const OwnText = lazyPart(
  () => import("./OwnText.tsx"),
  "OwnText",
  ({ children }) => <LinkedText>{children}</LinkedText>,
);

/** A message's content: the file, cards and text, followed by its buttons. */
export function MessageContent({ message, name, number }: { message: Message; name: string; number: Instance | null }) {
  const { body, event, payment, invite, interactive, referral, actions } = message;
  const isFile = ["image", "video", "audio", "document", "sticker"].includes(message.type);
  // Don't show a withheld view-once file as lost: the network never delivered it.
  const isWithheld = message.error_code === "view_once_withheld" && message.media === null;
  const text = withoutTitle(body, event?.name ?? invite?.name);
  return (
    <>
      {referral ? <ReferralCard of={referral} /> : null}
      {isFile && !isWithheld ? <MessageFile message={message} name={name} /> : null}
      {message.location ? <Location of={message.location} /> : null}
      {message.contact || message.contacts ? <ContactCards of={message} /> : null}
      {message.poll ? <Poll message={message} /> : null}
      {message.type === "order" || message.type === "product" ? <ThingCard message={message} /> : null}
      {event ? <EventCard of={event} body={body} /> : null}
      {payment ? <PaymentCard of={payment} body={body} /> : null}
      {invite ? <InviteCard of={invite} number={number} /> : null}
      {interactive ? <ChoiceCard of={interactive} /> : null}
      <Unshown of={message} />
      {text === null ? null : mayMention(message, text) ? (
        <OwnText message={message}>{text}</OwnText>
      ) : (
        <LinkedText mentions={message.mentions}>{text}</LinkedText>
      )}
      {actions && actions.length > 0 ? <ActionRows of={actions} /> : null}
    </>
  );
}

function Location({ of: { latitude, longitude, title, address, live } }: { of: NonNullable<Message["location"]> }) {
  const t = useWords("chats");
  const own = useWords("content");
  const kind = live ? own("liveLocation") : t("type_location");
  return (
    <Card
      icon={<MapPin aria-hidden="true" />}
      title={title === null || title === "" ? kind : <UserText isName>{title}</UserText>}
    >
      {live && title !== null && title !== "" ? <p className={css.faint}>{kind}</p> : null}
      {address === null || address === "" ? null : (
        <p>
          <UserText isName>{address}</UserText>
        </p>
      )}
      <OutLink href={mapAddress(latitude, longitude)}>{t("openMap")}</OutLink>
    </Card>
  );
}

function Poll({ message: { poll, results = [] } }: { message: Message }) {
  const t = useWords("chats");
  if (!poll) return null;
  const votesOf = (option: string) => results.find((one) => one.option === option)?.votes ?? 0;
  return (
    <Card title={<UserText isName>{poll.name}</UserText>}>
      <ul role="list" className={css.options}>
        {poll.options.map((option) => (
          <li key={option}>
            <UserText isName>{option}</UserText>
            <span>{t("votes", { n: votesOf(option) })}</span>
          </li>
        ))}
      </ul>
      {poll.multiple_answers ? <p className={css.faint}>{t("pollMany")}</p> : null}
    </Card>
  );
}
