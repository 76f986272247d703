import { Check, CheckCheck, CircleAlert, Clock } from "lucide-react";
import type { MessageStatus } from "../../../../../core/contracts/message.ts";
import { useWords } from "../../../words/use-words.ts";
import css from "./Ticks.module.css";

const ICONS = {
  scheduled: Clock,
  queued: Clock,
  sent: Check,
  delivered: CheckCheck,
  read: CheckCheck,
  failed: CircleAlert,
} as const;

/** An outgoing message's progress as ticks, with text for screen readers. */
export function Ticks({ status }: { status: MessageStatus }) {
  const t = useWords("common");
  if (status === "received") return null;
  const Icon = ICONS[status];
  return (
    <span className={`${css.ticks} ${css[status] ?? ""}`} title={t(`message_${status}`)}>
      <Icon aria-hidden="true" />
      <span className="hidden-visually">{t(`message_${status}`)}</span>
    </span>
  );
}
