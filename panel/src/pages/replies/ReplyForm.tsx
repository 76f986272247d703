import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { SavedReply } from "../../../../core/contracts/answers/saved-reply.ts";
import { LIMITS } from "../../../../core/contracts/limits.ts";
import { createReply, repliesQuery, updateReply } from "../../api/replies.ts";
import { type SmallFile, SmallFileField } from "../../files/SmallFileField.tsx";
import { FormDialog } from "../../ui/Dialog.tsx";
import { TextField } from "../../ui/TextField.tsx";
import { useChange } from "../../ui/use-change.ts";
import { useWords } from "../../words/use-words.ts";

/**
 * Creates or changes a saved reply. Only changed fields are sent, so a colleague's changes to other fields aren't
 * overwritten.
 */
export function ReplyForm({ reply = null, onClose }: { reply?: SavedReply | null; onClose: () => void }) {
  const t = useWords("replies");
  const common = useWords("common");
  const [shortcut, setShortcut] = useState(reply?.shortcut ?? "");
  const [text, setText] = useState(reply?.text ?? "");
  const [file, setFile] = useState<SavedReply["media"] | SmallFile>(reply?.media ?? null);
  const count = useQuery(repliesQuery()).data?.length ?? 0;
  const isFull = reply === null && count >= LIMITS.savedRepliesMax;
  const save = useChange({
    send: () => {
      const media = file !== null && "data" in file ? file : null;
      if (reply === null) return createReply({ shortcut, text, ...(media && { media }) });
      return updateReply(reply.id, {
        ...(shortcut !== reply.shortcut && { shortcut }),
        ...(text !== (reply.text ?? "") && { text }),
        ...(file !== reply.media && { media }),
      });
    },
    words: {
      codes: { conflict: t(isFull ? "err_full" : "err_taken"), not_found: t("err_gone") },
      fields: { shortcut: t("err_shortcut"), text: t("err_text"), media: t("err_media") },
    },
    renews: ["saved_replies.list"],
    said: common("saved"),
    onDone: onClose,
  });
  return (
    <FormDialog
      title={reply === null ? t("createTitle") : t("changeTitle", { shortcut: reply.shortcut })}
      onClose={onClose}
      submitLabel={common("save")}
      change={save}
    >
      <TextField
        name="shortcut"
        label={t("shortcut")}
        hint={t("shortcutHint")}
        value={shortcut}
        onChange={setShortcut}
        maxLength={LIMITS.shortcutMaxChars + 1}
        autoComplete="off"
        isRequired
        autoFocus
      />
      <TextField
        name="text"
        label={t("text")}
        hint={t("textHint")}
        rows={6}
        value={text}
        onChange={setText}
        maxLength={LIMITS.textMaxChars}
      />
      <SmallFileField file={file} onChange={setFile} />
    </FormDialog>
  );
}
