import { useState } from "react";
import type { Channel } from "../../../core/contracts/channels/channel.ts";
import type { Instance } from "../../../core/contracts/instance.ts";
import { LIMITS } from "../../../core/contracts/limits.ts";
import { changeChannel, channelReads, createChannel } from "../api/channels.ts";
import { FormDialog } from "../ui/Dialog.tsx";
import { TextField } from "../ui/TextField.tsx";
import { useChange } from "../ui/use-change.ts";
import { useWords } from "../words/use-words.ts";

/**
 * Creates a channel, or changes an existing channel's name and description. @param channel null to create a channel.
 */
export function ChannelForm({
  number,
  channel,
  onClose,
}: {
  number: Instance;
  channel: Channel | null;
  onClose: () => void;
}) {
  const t = useWords("channels");
  const common = useWords("common");
  const [name, setName] = useState(channel?.name ?? "");
  const [description, setDescription] = useState(channel?.description ?? "");
  const given = { name: name.trim(), description: description.trim() };
  const save = useChange({
    send: () =>
      channel
        ? changeChannel(number.id, channel.id, {
            ...(given.name !== channel.name && { name: given.name }),
            ...(given.description !== (channel.description ?? "") && { description: given.description }),
          })
        : createChannel(number.id, given),
    words: { codes: { limit_reached: t("createLimit") } },
    renews: channelReads(number.id),
    said: channel ? common("saved") : t("created"),
    onDone: onClose,
  });
  return (
    <FormDialog
      title={channel ? t("change") : t("create")}
      onClose={onClose}
      submitLabel={channel ? common("save") : t("create")}
      change={save}
    >
      <TextField
        name="name"
        label={t("nameField")}
        value={name}
        onChange={setName}
        maxLength={LIMITS.channelNameMaxChars}
        autoComplete="off"
        isRequired
        autoFocus
      />
      <TextField
        name="description"
        label={t("description")}
        value={description}
        onChange={setDescription}
        maxLength={LIMITS.channelDescriptionMaxChars}
        rows={4}
        isOptional
      />
      {channel ? null : <p>{t("createText")}</p>}
    </FormDialog>
  );
}
