import { Paperclip } from "lucide-react";
import { useState } from "react";
import type { SavedReply } from "../../../../core/contracts/answers/saved-reply.ts";
import { shownName } from "../../files/file-view.ts";
import { useCan } from "../../shell/use-me.ts";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { type Column, Table } from "../../ui/Table.tsx";
import { UserText } from "../../ui/UserText.tsx";
import { useWords } from "../../words/use-words.ts";
import css from "./SavedReplies.module.css";

const Menu = lazyPart(() => import("../../ui/Menu.tsx"), "Menu");
const ReplyForm = lazyPart(() => import("./ReplyForm.tsx"), "ReplyForm");
const DeleteReply = lazyPart(() => import("./DeleteReply.tsx"), "DeleteReply");

/** A table of saved replies with their texts and files, and a menu for each reply. */
export function ReplyTable({ replies }: { replies: readonly SavedReply[] }) {
  const t = useWords("replies");
  const columns: Column<SavedReply>[] = [
    { id: "shortcut", title: t("shortcut"), cell: ({ shortcut }) => <bdi>/{shortcut}</bdi> },
    { id: "text", title: t("text"), cell: (reply) => <Content reply={reply} /> },
    { id: "more", title: t("actions"), isTitleHidden: true, cell: (reply) => <ReplyMenu reply={reply} /> },
  ];
  return <Table label={t("title")} columns={columns} rows={replies} keyOf={({ id }) => id} />;
}

function Content({ reply: { text, media } }: { reply: SavedReply }) {
  return (
    <>
      {text === null ? null : (
        <div className={css.text}>
          <UserText>{text}</UserText>
        </div>
      )}
      {media === null ? null : (
        <span className={css.file}>
          <Paperclip aria-hidden="true" />
          <bdi dir="auto">{shownName(media.filename) ?? media.mimetype}</bdi>
        </span>
      )}
    </>
  );
}

function ReplyMenu({ reply }: { reply: SavedReply }) {
  const t = useWords("replies");
  const common = useWords("common");
  const refusal = useCan()("reply.change");
  const [asked, ask] = useState<"change" | "delete" | null>(null);
  return (
    <>
      <Menu
        label={common("actionsOf", { what: `/${reply.shortcut}` })}
        actions={[
          { id: "change", label: t("change"), disabledReason: refusal, onAction: () => ask("change") },
          {
            id: "delete",
            label: t("delete"),
            isDangerous: true,
            disabledReason: refusal,
            onAction: () => ask("delete"),
          },
        ]}
      />
      {asked === "change" ? <ReplyForm reply={reply} onClose={() => ask(null)} /> : null}
      {asked === "delete" ? <DeleteReply reply={reply} onClose={() => ask(null)} /> : null}
    </>
  );
}
