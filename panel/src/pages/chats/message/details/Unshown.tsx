import type { Message } from "../../../../../../core/contracts/message.ts";
import { useWords } from "../../../../words/use-words.ts";
import css from "./Details.module.css";

/** The reasons why a message is not, or not fully, shown. Each has its own sentence. */
const UNSHOWN = ["unreadable", "unsupported", "view_once_withheld"] as const;

/** Explains why a message is not fully shown and where to see it. Renders nothing if it is. */
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
