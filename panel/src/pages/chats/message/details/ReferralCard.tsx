import { Megaphone } from "lucide-react";
import type { Message } from "../../../../../../core/contracts/message.ts";
import { UserText } from "../../../../ui/UserText.tsx";
import { useWords } from "../../../../words/use-words.ts";
import { pageAddress } from "../../rules/text-parts.ts";
import { Card, OutLink } from "./Card.tsx";

/** The advertisement or post that led a person to the chat. */
export function ReferralCard({ of: referral }: { of: NonNullable<Message["referral"]> }) {
  const t = useWords("content");
  const { source_type, source_url, headline, body } = referral;
  const href = source_url === null ? null : pageAddress(source_url);
  return (
    <Card icon={<Megaphone aria-hidden="true" />} title={t(`referral_${source_type}`)}>
      {[headline, body].map((text) =>
        text === null || text === "" ? null : (
          <p key={text}>
            <UserText isName>{text}</UserText>
          </p>
        ),
      )}
      {href === null ? null : <OutLink href={href}>{t("referralOpen")}</OutLink>}
    </Card>
  );
}
