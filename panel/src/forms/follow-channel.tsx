import { useState } from "react";
import type { Channel } from "../../../core/contracts/channels/channel.ts";
import type { Instance } from "../../../core/contracts/instance.ts";
import { LIMITS } from "../../../core/contracts/limits.ts";
import { channelReads, followChannel, previewChannel } from "../api/channels.ts";
import { FormDialog } from "../ui/Dialog.tsx";
import { FactList } from "../ui/FactList.tsx";
import { TextField } from "../ui/TextField.tsx";
import { useToast } from "../ui/toasts.tsx";
import { UserText } from "../ui/UserText.tsx";
import { useChange } from "../ui/use-change.ts";
import { useWords } from "../words/use-words.ts";

/** Finds a channel by its link and shows it, so the user can decide whether to follow it. */
export function FollowChannel({ number, onClose }: { number: Instance; onClose: () => void }) {
  const t = useWords("channels");
  const toast = useToast();
  const [link, setLink] = useState("");
  const [found, setFound] = useState<Channel | null>(null);
  const follow = useChange({
    async send() {
      if (found === null) return previewChannel(number.id, link.trim());
      await followChannel(number.id, found.id, true);
      return null;
    },
    words: { codes: { channel_not_found: t("notFound"), not_found: t("notFound"), limit_reached: t("followLimit") } },
    renews: channelReads(number.id),
    onDone(channel) {
      if (channel) return setFound(channel);
      toast(t("followed", { name: found?.name ?? "" }));
      onClose();
    },
  });
  return (
    <FormDialog
      title={t("follow")}
      onClose={onClose}
      submitLabel={t(found ? "followNow" : "followFind")}
      change={follow}
    >
      <TextField
        name="invite"
        label={t("link")}
        hint={t("linkHint")}
        value={link}
        onChange={(given) => {
          setLink(given);
          setFound(null);
        }}
        maxLength={LIMITS.inviteMaxChars}
        autoComplete="off"
        isRequired
        autoFocus
      />
      {found ? (
        <FactList
          facts={[
            [
              t("name"),
              <UserText key="name" isName>
                {found.name}
              </UserText>,
            ],
            [t("followers"), found.subscribers],
          ]}
        />
      ) : null}
    </FormDialog>
  );
}
