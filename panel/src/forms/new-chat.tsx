import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { readWrittenPhone } from "../../../core/contracts/written-phone.ts";
import { findNewChat } from "../api/chats.ts";
import { instancesQuery } from "../api/instances.ts";
import { paths } from "../paths.ts";
import { FormDialog } from "../ui/Dialog.tsx";
import { Select } from "../ui/Select.tsx";
import { TextField } from "../ui/TextField.tsx";
import { useChange } from "../ui/use-change.ts";
import { useWords } from "../words/use-words.ts";

const DIGITS = /^\d{5,20}$/;

/** Asks for a person's phone number and opens the chat with them. Nothing is sent yet. */
export function NewChatForm({ onClose }: { onClose: () => void }) {
  const t = useWords("chats");
  const navigate = useNavigate();
  const numbers = useQuery(instancesQuery()).data ?? [];
  const [chosen, choose] = useState<string | null>(null);
  const [phone, setPhone] = useState("");
  const instance = chosen ?? numbers.find(({ status }) => status === "working")?.id ?? numbers[0]?.id ?? null;
  const read = readWrittenPhone(phone);
  const digits = "digits" in read ? read.digits : "";
  // The gateway checks the number first, so users don't write a message only to have it refused.
  const finding = useChange({
    send: (of: string) => findNewChat(of, digits),
    onDone({ chat }, of) {
      onClose();
      void navigate({ to: paths.chat(of, chat) });
    },
  });
  const open = () => {
    if (instance !== null && DIGITS.test(digits)) finding.send(instance);
  };
  return (
    <FormDialog
      title={t("newChatTitle")}
      onClose={onClose}
      submitLabel={t("openChat")}
      change={{ ...finding, send: open }}
    >
      <TextField
        name="phone"
        label={t("newChatPhone")}
        hint={t("newChatPhoneHint")}
        type="tel"
        value={phone}
        onChange={setPhone}
        validate={() => (phone === "" || DIGITS.test(digits) ? null : t("newChatPhoneWrong"))}
        isRequired
        autoComplete="off"
        autoFocus
      />
      <Select
        label={t("newChatFrom")}
        value={instance}
        onChange={choose}
        choices={numbers.map(({ id, name }) => ({ id, label: name }))}
      />
    </FormDialog>
  );
}
