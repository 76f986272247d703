import { AtSign, Eye, FastForward, Forward, Images, Timer } from "lucide-react";
import type { ReactNode } from "react";
import type { Message } from "../../../../../../core/contracts/message.ts";
import { useCatalogs, useWords } from "../../../../words/use-words.ts";
import { shownDuration } from "../../rules/event-times.ts";
import css from "./Details.module.css";

/** Shows how a message was sent: forwarded, view-once, disappearing, mentioning everyone, or as part of an album. */
export function Marks({ message }: { message: Message }) {
  const t = useWords("content");
  const { locale } = useCatalogs();
  const { forwarded, frequently_forwarded, view_once, disappears_in, mentions_everyone, album } = message;
  const marks: [string, ReactNode][] = [];
  if (frequently_forwarded) marks.push([t("frequentlyForwarded"), <FastForward key="icon" aria-hidden="true" />]);
  else if (forwarded) marks.push([t("forwarded"), <Forward key="icon" aria-hidden="true" />]);
  if (view_once) marks.push([t("viewOnce"), <Eye key="icon" aria-hidden="true" />]);
  if (disappears_in !== undefined && disappears_in > 0)
    marks.push([
      t("disappears", { time: shownDuration(disappears_in, locale) }),
      <Timer key="icon" aria-hidden="true" />,
    ]);
  if (mentions_everyone) marks.push([t("everyone"), <AtSign key="icon" aria-hidden="true" />]);
  if (album) marks.push([albumWords(album, t), <Images key="icon" aria-hidden="true" />]);
  if (marks.length === 0) return null;
  return (
    <ul role="list" className={css.marks}>
      {marks.map(([text, icon]) => (
        <li key={text}>
          {icon}
          {text}
        </li>
      ))}
    </ul>
  );
}

function albumWords(
  { index, count }: NonNullable<Message["album"]>,
  t: ReturnType<typeof useWords<"content">>,
): string {
  if (index === null) return count === null ? t("album") : t("albumCount", { count });
  const place = index + 1;
  return count === null ? t("albumPlaceOnly", { place }) : t("albumPlace", { place, count });
}
