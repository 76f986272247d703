import { useQuery } from "@tanstack/react-query";
import { Tags } from "lucide-react";
import { type CSSProperties, useState } from "react";
import type { Chat } from "../../../../core/contracts/chats/chat.ts";
import type { Label } from "../../../../core/contracts/chats/label.ts";
import type { Instance } from "../../../../core/contracts/instance.ts";
import { labelsQuery } from "../../api/labels.ts";
import { useCan } from "../../shell/use-me.ts";
import { Button } from "../../ui/Button.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { UserText } from "../../ui/UserText.tsx";
import { useWords } from "../../words/use-words.ts";
import css from "./ChatSide.module.css";
import "./label-tokens.css";

const ChooseLabelsForm = lazyPart(() => import("./choose-labels.tsx"), "ChooseLabelsForm");

/** A chat's labels, with a button to change them. */
export function ChatLabels({ chat, name, number }: { chat: Chat; name: string; number: Instance | null }) {
  const t = useWords("chats");
  const [isChoosing, choose] = useState(false);
  const refusal = useCan()("label.change", number);
  const labels = useQuery(labelsQuery(chat.instance_id)).data ?? [];
  const own = labels.filter(({ id }) => chat.labels.includes(id));
  return (
    <section className={css.part}>
      <h3 className={css.partTitle}>{t("labels")}</h3>
      {own.length === 0 ? (
        <p>{t("noLabels")}</p>
      ) : (
        <ul role="list" className={css.labels} aria-label={t("labels")}>
          {own.map((label) => (
            <li key={label.id}>
              <LabelChip label={label} />
            </li>
          ))}
        </ul>
      )}
      <Button isSmall icon={<Tags aria-hidden="true" />} disabledReason={refusal} onPress={() => choose(true)}>
        {t("changeLabels")}
      </Button>
      {isChoosing ? <ChooseLabelsForm chat={chat} name={name} onClose={() => choose(false)} /> : null}
    </section>
  );
}

function LabelChip({ label: { name, color } }: { label: Label }) {
  const place = { "--place": color } as CSSProperties; // React's type has no custom properties
  return (
    <span className={css.label} data-label-color="" style={place}>
      <UserText isName>{name}</UserText>
    </span>
  );
}
