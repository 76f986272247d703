import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { LIMITS } from "../../../core/contracts/limits.ts";
import type { Message } from "../../../core/contracts/message.ts";
import { changeMessage } from "../api/messages.ts";
import { partOf, renew } from "../api/query.ts";
import { FormDialog } from "../ui/Dialog.tsx";
import { TextField } from "../ui/TextField.tsx";
import { useToast } from "../ui/toasts.tsx";
import { useWords } from "../words/use-words.ts";

/** Changes the text of a message that waits or was sent recently. */
export function EditMessageForm({ message, onClose }: { message: Message; onClose: () => void }) {
  const t = useWords("chats");
  const common = useWords("common");
  const toast = useToast();
  const queries = useQueryClient();
  const [text, setText] = useState(message.body ?? "");
  const change = useMutation({
    mutationFn: () => changeMessage(message.id, text),
    onSuccess: async () => {
      await renew(queries, partOf("chats.history", { id: message.instance_id }));
      toast(common("saved"));
      onClose();
    },
  });
  return (
    <FormDialog
      title={t("editText")}
      isOpen
      onClose={onClose}
      submitLabel={common("save")}
      onSubmit={() => change.mutate()}
      isPending={change.isPending}
      error={change.error}
    >
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
