import type { Message } from "../../../../../../core/contracts/message.ts";
import { useWords } from "../../../../words/use-words.ts";
import css from "./Details.module.css";

/** The reasons why a message is shown only in part, or not at all. Each has its own sentence. */
const UNSHOWN = ["unreadable", "unsupported", "view_once_withheld"] as const;

/** Explains why a message isn't fully shown and where to see it. Renders nothing if the message is fully shown. */
export function Unshown({ of: { error_code, network_kind } }: { of: Pick<Message, "error_code" | "network_kind"> }) {
  const t = useWords("content");
  const code = UNSHOWN.find((one) => one === error_code);
  if (code === undefined) return null;
  return (
    <>
      <p className={css.faint}>{t(code)}</p>
      {network_kind === undefined ? null : (
        <p className={css.faint}>
          <bdi dir="auto">{t("networkKind", { kind: network_kind })}</bdi>
        </p>
      )}
    </>
  );
}
