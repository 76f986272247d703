import { Pause, Play } from "lucide-react";
import { useRef, useState } from "react";
import { Button, IconButton } from "../../../ui/Button.tsx";
import { useCatalogs, useWords } from "../../../words/use-words.ts";
import css from "./AudioPlayer.module.css";
import { clockTime, nextSpeed } from "./audio-time.ts";

/** The audio element that is currently playing. It is paused when another one starts. */
let playing: HTMLAudioElement | null = null;

/**
 * A player for a voice note or other audio, with play and pause, position, length and speed. The browser's own controls
 * don't work here, because they have no intrinsic size, and a bubble is only as wide as its content.
 * @param seconds the audio's length, for a file that doesn't specify it. @param onBroken is called when the browser
 * can't play the file.
 */
export function AudioPlayer({ url, seconds, onBroken }: { url: string; seconds?: number; onBroken: () => void }) {
  const t = useWords("chats");
  const { locale } = useCatalogs();
  const audio = useRef<HTMLAudioElement>(null);
  const [isPlaying, setPlaying] = useState(false);
  const [at, setAt] = useState(0);
  const [named, setLength] = useState(Number.NaN);
  const [speed, setSpeed] = useState(1);
  // The length is unknown until the audio has loaded, and infinite for a stream that doesn't specify it.
  const length = Number.isFinite(named) ? named : (seconds ?? named);
  const hasLength = Number.isFinite(length) && length > 0;

  const start = (element: HTMLAudioElement) => {
    if (playing !== element) playing?.pause();
    playing = element;
    setPlaying(true);
  };
  const toggle = () => {
    if (audio.current?.paused) void audio.current.play().catch(onBroken);
    else audio.current?.pause();
  };
  const moveTo = (seconds: number) => {
    if (audio.current) audio.current.currentTime = seconds;
    setAt(seconds);
  };
  const change = () => {
    const next = nextSpeed(speed);
    if (audio.current) audio.current.playbackRate = next;
    setSpeed(next);
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has a border and a legend, and nothing here is filled in
    <div className={css.player} role="group" aria-label={t("audio")}>
      {/* biome-ignore lint/a11y/useMediaCaption: people send none */}
      <audio
        ref={audio}
        src={url}
        preload="metadata"
        onPlay={(event) => start(event.currentTarget)}
        onPause={() => setPlaying(false)}
        onEnded={() => moveTo(0)}
        onTimeUpdate={(event) => setAt(event.currentTarget.currentTime)}
        onDurationChange={(event) => setLength(event.currentTarget.duration)}
        onError={onBroken}
      />
      <IconButton
        label={isPlaying ? t("audioPause") : t("audioPlay")}
        icon={isPlaying ? <Pause aria-hidden="true" /> : <Play aria-hidden="true" />}
        onPress={toggle}
      />
      <input
        type="range"
        className={css.place}
        aria-label={t("audioPlace")}
        aria-valuetext={clockTime(at)}
        min={0}
        max={hasLength ? length : 1}
        step="any"
        value={hasLength ? Math.min(at, length) : 0}
        disabled={!hasLength}
        onChange={(event) => moveTo(event.currentTarget.valueAsNumber)}
      />
      <span className={css.time}>{clockTime(at > 0 || !hasLength ? at : length)}</span>
      <Button
        kind="quiet"
        isSmall
        onPress={change}
        aria-label={t("audioSpeed", { speed: speed.toLocaleString(locale) })}
      >
        {speed.toLocaleString(locale)}×
      </Button>
    </div>
  );
}
