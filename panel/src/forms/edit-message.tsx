import { useState } from "react";
import { LIMITS } from "../../../core/contracts/limits.ts";
import type { Message } from "../../../core/contracts/message.ts";
import { changeMessage } from "../api/messages.ts";
import { partOf } from "../api/query.ts";
import { FormDialog } from "../ui/Dialog.tsx";
import { TextField } from "../ui/TextField.tsx";
import { useChange } from "../ui/use-change.ts";
import { useWords } from "../words/use-words.ts";

/** Changes the text of a message that is waiting or was sent recently. */
export function EditMessageForm({ message, onClose }: { message: Message; onClose: () => void }) {
  const t = useWords("chats");
  const common = useWords("common");
  const [text, setText] = useState(message.body ?? "");
  const change = useChange({
    send: () => changeMessage(message.id, text),
    renews: [partOf("chats.history", { id: message.instance_id })],
    said: common("saved"),
    onDone: onClose,
  });
  return (
    <FormDialog title={t("editText")} onClose={onClose} submitLabel={common("save")} change={change}>
      <TextField
        name="text"
        label={t("type_text")}
        hint={t("editHint")}
        rows={5}
        value={text}
        onChange={setText}
        isRequired
        maxLength={message.media ? LIMITS.captionMaxChars : LIMITS.textMaxChars}
        autoFocus
      />
    </FormDialog>
  );
}
