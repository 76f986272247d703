import {
  Copy,
  ExternalLink,
  FileText,
  List,
  type LucideIcon,
  MapPin,
  Phone,
  Reply,
  SquareMousePointer,
  Wallet,
} from "lucide-react";
import { useState } from "react";
import type { Message } from "../../../../../../core/contracts/message.ts";
import { Button } from "../../../../ui/Button.tsx";
import { CopyButton } from "../../../../ui/CopyField.tsx";
import { UserText } from "../../../../ui/UserText.tsx";
import { useWords } from "../../../../words/use-words.ts";
import { pageAddress } from "../../rules/text-parts.ts";
import { Card, OutLink } from "./Card.tsx";
import css from "./Details.module.css";

type Action = NonNullable<Message["actions"]>[number];

const ICONS: Record<Action["type"], LucideIcon> = {
  reply: Reply,
  url: ExternalLink,
  call: Phone,
  copy: Copy,
  row: List,
  flow: FileText,
  payment: Wallet,
  location: MapPin,
  other: SquareMousePointer,
};

/** The number of rows to show initially. Most messages have fewer. */
const FEW = 10;

/** A message's buttons and rows, in order. Buttons can only be pressed on the phone; links can be opened here. */
export function ActionRows({ of: actions }: { of: readonly Action[] }) {
  const t = useWords("content");
  const [isAll, showAll] = useState(false);
  const shown = isAll ? actions : actions.slice(0, FEW);
  return (
    <Card title={t("actions")}>
      <ul role="list" className={css.rows}>
        {shown.map((action, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they never move, and may be alike
          <Row key={place} of={action} before={shown[place - 1] ?? null} />
        ))}
      </ul>
      {shown.length === actions.length ? null : (
        <div>
          <Button isSmall kind="quiet" onPress={() => showAll(true)}>
            {t("actionsAll", { n: actions.length })}
          </Button>
        </div>
      )}
    </Card>
  );
}

function Row({ of: action, before }: { of: Action; before: Action | null }) {
  const t = useWords("content");
  const { type, text, url, phone, code, description, section, card } = action;
  const Icon = ICONS[type];
  const href = url === null ? null : pageAddress(url);
  const title = text === null || text === "" ? t(`action_${type}`) : text;
  return (
    <li>
      <Icon aria-label={t(`action_${type}`)} role="img" />
      <span className={css.rowText}>
        {card !== null && card !== before?.card ? <span className={css.group}>{t("card", { n: card })}</span> : null}
        {section !== null && section !== "" && section !== before?.section ? (
          <span className={css.group}>
            <UserText isName>{section}</UserText>
          </span>
        ) : null}
        {href === null ? <UserText isName>{title}</UserText> : <LinkTo href={href} title={title} />}
        {[description, href === null ? url : null, phone, code].map((more) =>
          more === null || more === "" ? null : (
            <span key={more} className={css.faint}>
              <UserText isName>{more}</UserText>
            </span>
          ),
        )}
        {code === null ? null : (
          <span>
            <CopyButton value={code} what={title} />
          </span>
        )}
      </span>
    </li>
  );
}

/**
 * A link whose title and target were chosen by a stranger. The target is shown too, because the title may be deceptive.
 */
function LinkTo({ href, title }: { href: string; title: string }) {
  return (
    <>
      <OutLink href={href}>
        <UserText isName>{title}</UserText>
      </OutLink>
      <span className={css.faint}>
        <bdi dir="ltr">{new URL(href).host}</bdi>
      </span>
    </>
  );
}
