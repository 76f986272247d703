import type { Message } from "../../../../../core/contracts/message.ts";
import { plainName } from "../../../../../core/contracts/plain-name.ts";
import { shownName } from "../../../files/file-view.ts";
import { UserText } from "../../../ui/UserText.tsx";
import { useWords } from "../../../words/use-words.ts";
import { MessageFile } from "../message/MessageFile.tsx";
import { ThreadPictures } from "../message/ThreadPictures.tsx";
import type { FindKind } from "../rules/find-in-chat.ts";
import { textParts } from "../rules/text-parts.ts";
import { saidBy, useShortText } from "../use-short-text.ts";
import { useWhen } from "../use-when.ts";
import css from "./FindDialog.module.css";

interface HitProps {
  hit: Message;
  name: string;
  onOpen: (hit: Message) => void;
}

/**
 * Search results. Pictures are shown as a gallery that opens in the chat's picture viewer; files and links can be
 * opened.
 */
export function Hits({
  kind,
  hits,
  name,
  onOpen,
}: {
  kind: FindKind;
  hits: readonly Message[];
  name: string;
  onOpen: (hit: Message) => void;
}) {
  const Hit = kind === "all" ? TextHit : kind === "links" ? LinkHit : FileHit;
  return (
    <ThreadPictures newestFirst={hits} name={name}>
      <ul role="list" className={kind === "pictures" ? css.gallery : css.hits}>
        {hits.map((hit) => (
          <li key={hit.id} className={css.cell}>
            <Hit hit={hit} name={name} onOpen={onOpen} />
          </li>
        ))}
      </ul>
    </ThreadPictures>
  );
}

function TextHit({ hit, name, onOpen }: HitProps) {
  const shortText = useShortText();
  return (
    <button type="button" className={css.hit} onClick={() => onOpen(hit)}>
      <Who of={hit} name={name} />
      <span className={css.text}>
        <UserText>{shownName(hit.media?.filename ?? null) ?? shortText(saidBy(hit))}</UserText>
      </span>
    </button>
  );
}

function FileHit({ hit, name, onOpen }: HitProps) {
  return (
    <>
      <MessageFile message={hit} name={name} />
      <ToMessage hit={hit} name={name} onOpen={onOpen} />
    </>
  );
}

function LinkHit({ hit, name, onOpen }: HitProps) {
  const links = new Map(textParts(hit.body ?? "").flatMap(({ text, href }) => (href === null ? [] : [[href, text]])));
  return (
    <>
      {[...links].map(([href, text]) => (
        <a key={href} href={href} target="_blank" rel="noopener noreferrer nofollow" className={css.text}>
          <bdi dir="ltr">{text}</bdi>
        </a>
      ))}
      <ToMessage hit={hit} name={name} onOpen={onOpen} />
    </>
  );
}

function ToMessage({ hit, name, onOpen }: HitProps) {
  const t = useWords("chats");
  return (
    <button type="button" className={css.hit} title={t("findShow")} onClick={() => onOpen(hit)}>
      <Who of={hit} name={name} />
      <span className="hidden-visually">{t("findShow")}</span>
    </button>
  );
}

function Who({ of, name }: { of: Message; name: string }) {
  const t = useWords("chats");
  const when = useWhen();
  return (
    <span className={css.who}>
      <UserText isName>{of.direction === "out" ? t("fromYou") : (plainName(of.contact_name) ?? name)}</UserText>
      <time dateTime={of.created_at}>{when.within(of.created_at, null)}</time>
    </span>
  );
}
