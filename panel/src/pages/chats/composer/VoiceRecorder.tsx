import { Mic, SendHorizontal, Square, Trash2 } from "lucide-react";
import { useState } from "react";
import { LIMITS } from "../../../../../core/contracts/limits.ts";
import { asBase64 } from "../../../files/file-bytes.ts";
import { Button, IconButton } from "../../../ui/Button.tsx";
import { useToast } from "../../../ui/toasts.tsx";
import { useWords } from "../../../words/use-words.ts";
import { AudioPlayer } from "../message/AudioPlayer.tsx";
import { clockTime } from "../message/audio-time.ts";
import { newDraft } from "../rules/draft.ts";
import { RECORDING_MAX_SEC } from "../rules/recording.ts";
import { COMPOSER_ID } from "../use-chat-keys.ts";
import type { useDraft } from "../use-drafts.ts";
import type { useSending } from "../use-sending.ts";
import type { useRecording } from "./use-recording.ts";
import css from "./VoiceRecorder.module.css";

/** The button that starts recording a voice message. */
export function RecordButton({ refusal, onPress }: { refusal: string | null; onPress: () => void }) {
  const t = useWords("composer");
  return (
    <IconButton label={t("record")} icon={<Mic aria-hidden="true" />} disabledReason={refusal} onPress={onPress} />
  );
}

/**
 * Replaces the message field during a recording, until the recording is discarded or sent. The recording is sent with
 * the draft's reply and time. The draft's text stays in the draft.
 */
export function RecordingBar({
  recording: { seconds, ended, stop, finish, discard },
  drafting: { draft, change },
  sending,
}: {
  recording: ReturnType<typeof useRecording>;
  drafting: ReturnType<typeof useDraft>;
  sending: ReturnType<typeof useSending>;
}) {
  const t = useWords("composer");
  const toast = useToast();
  const [isMute, setMute] = useState(false);
  const whyEnded = ended?.isFull ? t("recordingEnded", { n: RECORDING_MAX_SEC / 60 }) : t("recorded");
  const toField = () => requestAnimationFrame(() => document.getElementById(COMPOSER_ID)?.focus());
  async function send(): Promise<void> {
    const file = await finish();
    toField();
    if (!file) return toast(t("recordingFailed"));
    const base64 = file.size > LIMITS.fileDataMaxBytes ? null : await asBase64(file);
    const { replyTo, sendAt } = draft;
    sending.send({
      ...newDraft(crypto.randomUUID()),
      files: [{ id: crypto.randomUUID(), file, base64, isVoice: true }],
      replyTo,
      sendAt,
    });
    change({ replyTo: null, sendAt: null });
  }
  return (
    <div className={css.bar}>
      <IconButton
        label={t("discardRecording")}
        icon={<Trash2 aria-hidden="true" />}
        onPress={() => {
          discard();
          toField();
        }}
      />
      <p className={css.state} data-on={ended === null}>
        <span role="status">{ended === null ? t("recordingNow") : whyEnded}</span>{" "}
        <span role="timer" className={css.time}>
          {clockTime(seconds ?? 0)}
        </span>
      </p>
      {ended === null ? (
        <IconButton label={t("stopRecording")} icon={<Square aria-hidden="true" />} onPress={stop} />
      ) : null}
      {ended?.url && !isMute ? (
        <AudioPlayer url={ended.url} seconds={seconds ?? undefined} onBroken={() => setMute(true)} />
      ) : null}
      {/* The button to stop goes when it was pressed, so that this one gets the focus again. */}
      <Button
        key={ended === null ? "on" : "off"}
        autoFocus
        kind="primary"
        icon={<SendHorizontal aria-hidden="true" />}
        onPress={() => void send()}
      >
        {t("sendRecording")}
      </Button>
    </div>
  );
}
