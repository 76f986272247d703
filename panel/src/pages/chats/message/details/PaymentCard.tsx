import { Banknote } from "lucide-react";
import type { Message } from "../../../../../../core/contracts/message.ts";
import { CopyButton } from "../../../../ui/CopyField.tsx";
import { Time } from "../../../../ui/Time.tsx";
import { UserText } from "../../../../ui/UserText.tsx";
import { useCatalogs, useWords } from "../../../../words/use-words.ts";
import { shownAmount } from "../../rules/amounts.ts";
import { momentOf } from "../../rules/event-times.ts";
import { Card, Facts } from "./Card.tsx";
import css from "./Details.module.css";

/** A card for a payment, a payment request, or a key to which payments can be made. */
export function PaymentCard({ of: payment, body }: { of: NonNullable<Message["payment"]>; body: string | null }) {
  const t = useWords("content");
  const { locale } = useCatalogs();
  const { kind, amount, currency, note, key_type, key, name, reference, expires_at } = payment;
  return (
    <Card icon={<Banknote aria-hidden="true" />} title={t(`payment_${kind}`)}>
      {amount === null ? null : (
        <p className={css.amount}>
          <bdi>{shownAmount(amount, currency, locale)}</bdi>
        </p>
      )}
      <Facts
        of={[
          [t("paymentName"), name],
          [
            key_type === null ? t("paymentKey") : t("paymentKeyOf", { type: key_type }),
            key === null ? null : <Key key="key" of={key} what={t("paymentKey")} />,
          ],
          [t("paymentNote"), note === null || body?.includes(note) ? null : note],
          [t("paymentReference"), reference],
          [
            t("paymentUntil"),
            momentOf(expires_at) && expires_at !== null ? <Time key="until" at={expires_at} isExact /> : null,
          ],
        ]}
      />
      {kind === "sent" ? <p className={css.faint}>{t("paymentProof")}</p> : null}
    </Card>
  );
}

function Key({ of: key, what }: { of: string; what: string }) {
  return (
    <span className={css.withCopy}>
      <UserText isName>{key}</UserText>
      <CopyButton value={key} what={what} />
    </span>
  );
}
