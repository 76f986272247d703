import { ShoppingBag } from "lucide-react";
import type { Message } from "../../../../../../core/contracts/message.ts";
import { UserText } from "../../../../ui/UserText.tsx";
import { useCatalogs, useWords } from "../../../../words/use-words.ts";
import { shownAmount } from "../../rules/amounts.ts";
import { pageAddress } from "../../rules/text-parts.ts";
import { Card, Facts, OutLink } from "./Card.tsx";

/** A card for an order, a product or a catalog, with the details that the message contains. */
export function ThingCard({ message: { type, order, product } }: { message: Message }) {
  const t = useWords("chats");
  const own = useWords("content");
  const { locale } = useCatalogs();
  const { title, description, total, price, currency, item_count, url, catalog } = order ?? product ?? {};
  const amount = amountOf(total ?? price);
  const href = typeof url === "string" ? pageAddress(url) : null;
  return (
    <Card
      icon={<ShoppingBag aria-hidden="true" />}
      title={catalog === true ? own("catalog") : t(type === "order" ? "type_order" : "type_product")}
    >
      {[title, description].map((text) =>
        typeof text === "string" && text !== "" ? (
          <p key={text}>
            <UserText isName>{text}</UserText>
          </p>
        ) : null,
      )}
      <Facts
        of={[
          [own("items"), typeof item_count === "number" ? new Intl.NumberFormat(locale).format(item_count) : null],
          [
            own(type === "order" ? "total" : "price"),
            amount === null ? null : shownAmount(amount, typeof currency === "string" ? currency : null, locale),
          ],
        ]}
      />
      {href === null ? null : (
        <OutLink href={href}>
          <bdi dir="ltr">{new URL(href).host}</bdi>
        </OutLink>
      )}
    </Card>
  );
}

/** Returns an amount as decimal text. The network sends amounts as numbers or as text. */
function amountOf(amount: unknown): string | null {
  if (typeof amount === "number" && Number.isFinite(amount)) return String(amount);
  return typeof amount === "string" && amount !== "" ? amount : null;
}
