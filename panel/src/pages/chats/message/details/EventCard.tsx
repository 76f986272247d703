import { CalendarDays } from "lucide-react";
import type { Message } from "../../../../../../core/contracts/message.ts";
import { UserText } from "../../../../ui/UserText.tsx";
import { useZone } from "../../../../ui/use-zone.ts";
import { useCatalogs, useWords } from "../../../../words/use-words.ts";
import { shownSpan } from "../../rules/event-times.ts";
import { pageAddress } from "../../rules/text-parts.ts";
import { Card, Facts, mapAddress, OutLink } from "./Card.tsx";
import css from "./Details.module.css";

/**
 * A card for an event or a planned call. Omits the name and the description if the message's text already contains
 * them.
 */
export function EventCard({ of: event, body }: { of: NonNullable<Message["event"]>; body: string | null }) {
  const t = useWords("content");
  const { locale } = useCatalogs();
  const span = shownSpan(event, locale, useZone());
  const link = event.join_link === null ? null : pageAddress(event.join_link);
  const unsaid = (text: string | null) => (text === null || body?.includes(text) ? null : text);
  return (
    <Card
      icon={<CalendarDays aria-hidden="true" />}
      title={
        event.name === null || event.name === "" ? (
          t(event.cancelled ? "eventCancelled" : "event")
        ) : (
          <span className={event.cancelled ? css.cancelled : undefined}>
            <UserText isName>{event.name}</UserText>
          </span>
        )
      }
    >
      {event.cancelled && event.name !== null && event.name !== "" ? <p>{t("eventCancelled")}</p> : null}
      <Facts
        of={[
          [t("eventWhen"), span],
          [t("eventWhere"), event.location && <Place key="place" of={event.location} />],
          [t("eventAbout"), unsaid(event.description)],
        ]}
      />
      {link === null ? null : <OutLink href={link}>{t("eventJoin")}</OutLink>}
    </Card>
  );
}

function Place({ of: { name, latitude, longitude } }: { of: NonNullable<NonNullable<Message["event"]>["location"]> }) {
  const t = useWords("chats");
  return (
    <>
      {name === null || name === "" ? null : <UserText isName>{name}</UserText>}{" "}
      {latitude === null || longitude === null ? null : (
        <OutLink href={mapAddress(latitude, longitude)}>{t("openMap")}</OutLink>
      )}
    </>
  );
}
